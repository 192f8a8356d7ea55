import { Migration } from '@roster/core/migration';

export class Migration20261122142236_listed_sessions extends Migration {

  override name = 'Migration20261122142236_listed_sessions';

  override up(): void | Promise<void> {
    this.addSql(`alter table "sessions" add "id" text collate "C" null, add "type" text not null default 'browser', add "uid" text collate "C" null, add "grant_id" text collate "C" null, add "client_id" text collate "C" null, add "scopes" jsonb null, add "address" text null, add "user_agent" text null, add "last_used_at" timestamptz(3) null, add "deleted_at" timestamptz(3) null;`);
    // Sessions that there are go on, under identifiers that say nothing of their tokens.
    this.addSql(`update "sessions" set "id" = 'ses_' || upper(left(replace(gen_random_uuid()::text, '-', ''), 26)), "last_used_at" = "created_at";`);
    this.addSql(`alter table "sessions" drop constraint "sessions_pkey";`);
    this.addSql(`alter table "sessions" alter column "id" set not null, alter column "type" drop default, alter column "last_used_at" set not null;`);
    this.addSql(`alter table "sessions" alter column "csrf_token" drop not null;`);
    this.addSql(`alter table "sessions" alter column "token_hash" drop not null;`);
    this.addSql(`alter table "sessions" add constraint "sessions_token_hash_unique" unique ("token_hash");`);
    this.addSql(`alter table "sessions" add constraint "sessions_uid_unique" unique ("uid");`);
    this.addSql(`alter table "sessions" add constraint "sessions_grant_id_unique" unique ("grant_id");`);
    this.addSql(`alter table "sessions" add primary key ("id");`);
  }

}
