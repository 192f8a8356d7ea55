import { Migration } from '@roster/core/migration';

export class Migration20261121065220_identity extends Migration {

  override name = 'Migration20261121065220_identity';

  override up(): void | Promise<void> {
    this.addSql(`create table "denials" ("subject" text collate "C" not null, "version" int null, "created_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, primary key ("subject"));`);
    this.addSql(`create index "denials_by_creation" on "denials" ("created_at");`);
    this.addSql(`create index "denials_by_expiry" on "denials" ("expires_at");`);

    this.addSql(`alter table "users" add "credentials_version" int not null default 1;`);
  }

}
