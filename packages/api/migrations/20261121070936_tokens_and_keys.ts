import { Migration } from '@roster/core/migration';

export class Migration20261121070936_tokens_and_keys extends Migration {

  override name = 'Migration20261121070936_tokens_and_keys';

  override up(): void | Promise<void> {
    this.addSql(`create table "oauth_artifacts" ("id" text collate "C" not null, "kind" text not null, "payload" text not null, "grant_id" text collate "C" null, "user_code" text collate "C" null, "uid" text collate "C" null, "consumed_at" timestamptz(3) null, "polled_at" timestamptz(3) null, "poll_interval" int null, "expires_at" timestamptz(3) not null, primary key ("id"));`);
    this.addSql(`alter table "oauth_artifacts" add constraint "oauth_artifacts_user_code_unique" unique ("user_code");`);
    this.addSql(`create index "oauth_artifacts_by_grant" on "oauth_artifacts" ("grant_id") where "grant_id" is not null;`);
    this.addSql(`create index "oauth_artifacts_by_uid" on "oauth_artifacts" ("uid") where "uid" is not null;`);
    this.addSql(`create index "oauth_artifacts_by_expiry" on "oauth_artifacts" ("expires_at");`);

    this.addSql(`create table "signing_keys" ("id" text collate "C" not null, "private_key" text not null, "signs_from" timestamptz(3) not null, "created_at" timestamptz(3) not null, primary key ("id"));`);
  }

}
