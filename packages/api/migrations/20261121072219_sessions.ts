import { Migration } from '@roster/core/migration';

export class Migration20261121072219_sessions extends Migration {

  override name = 'Migration20261121072219_sessions';

  override up(): void | Promise<void> {
    this.addSql(`create table "sessions" ("token_hash" text collate "C" not null, "user_id" text collate "C" not null, "credentials_version" int not null, "csrf_token" text not null, "created_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, primary key ("token_hash"));`);
    this.addSql(`create index "sessions_by_user" on "sessions" ("user_id");`);
    this.addSql(`create index "sessions_by_expiry" on "sessions" ("expires_at");`);

    this.addSql(`create table "tickets" ("token_hash" text collate "C" not null, "principal" jsonb not null, "expires_at" timestamptz(3) not null, primary key ("token_hash"));`);
    this.addSql(`create index "tickets_by_expiry" on "tickets" ("expires_at");`);
  }

}
