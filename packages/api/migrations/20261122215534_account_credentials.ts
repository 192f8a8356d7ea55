import { Migration } from '@roster/core/migration';

export class Migration20261122215534_account_credentials extends Migration {

  override name = 'Migration20261122215534_account_credentials';

  override up(): void | Promise<void> {
    this.addSql(`create table "account_credentials" ("account_id" text collate "C" not null, "version" int not null, "password_hash" text null, "password_giver" jsonb null, primary key ("account_id"));`);

    this.addSql(`insert into "account_credentials" ("account_id", "version", "password_hash", "password_giver")
      select "id", "credentials_version", "password_hash", "password_giver" from "users"
      where "credentials_version" > 1 or "password_hash" is not null or "password_giver" is not null;`);
    this.addSql(`alter table "users" drop column "credentials_version", drop column "password_hash", drop column "password_giver";`);

    // What the core knows of those who sign in, whatever table they are in.
    this.addSql(`create view "accounts" as select "id", "name", "email", "email_key", "role", "id" as "owner",
      case when "deleted_at" is null then "status" else 'deleted' end as "status", "created_at", "updated_at" from "users";`);
  }

}
