import { Migration } from '@roster/core/migration';

export class Migration20261121055242_initial extends Migration {

  override name = 'Migration20261121055242_initial';

  override up(): void | Promise<void> {
    // What "users_by_search" indexes: the three characters from each place of a text on. Its cost keeps it out of scans of the table; not being parallel, it starts no workers, which take longer than most searches.
    this.addSql(`create function search_grams(content text) returns tsvector language sql immutable strict cost 400 return array_to_tsvector(array(select substr(content, place, 3) from generate_series(1, length(content)) place));`);

    this.addSql(`create table "api_keys" ("id" text collate "C" not null, "name" text collate "C" not null, "user_id" text collate "C" null, "prefix" text not null, "scopes" jsonb not null, "role" text not null, "expires_at" timestamptz(3) null, "last_used_at" timestamptz(3) null, "created_at" timestamptz(3) not null, "secret_hash" text null, "previous_hash" text null, "previous_expires_at" timestamptz(3) null, "deleted_at" timestamptz(3) null, primary key ("id"));`);
    this.addSql(`alter table "api_keys" add constraint "api_keys_secret_hash_unique" unique ("secret_hash");`);
    this.addSql(`alter table "api_keys" add constraint "api_keys_previous_hash_unique" unique ("previous_hash");`);
    this.addSql(`create index "api_keys_user_id_index" on "api_keys" ("user_id");`);

    this.addSql(`create table "events" ("id" text collate "C" not null, "event" text not null, "user_id" text collate "C" null, "data" jsonb not null, "created_at" timestamptz(3) not null, "xid" xid8 not null default pg_current_xact_id(), primary key ("id"));`);

    this.addSql(`create table "exports" ("id" text collate "C" not null, "format" text not null, "filter" jsonb not null, "status" text not null, "done" int not null, "total" int not null, "size" bigint null, "sha256" text null, "created_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, "finished_at" timestamptz(3) null, "created_by" text collate "C" not null, "user_id" text collate "C" null, "lease" text null, "leased_until" timestamptz(3) null, "failures" int not null, primary key ("id"));`);
    this.addSql(`create index "exports_unfinished" on "exports" ("created_at", "id") where "status" in ('pending', 'running');`);
    this.addSql(`create index "exports_by_expiry" on "exports" ("expires_at");`);

    this.addSql(`create table "export_parts" ("export_id" text collate "C" not null, "number" int not null, "bytes" bytea not null, primary key ("export_id", "number"));`);

    this.addSql(`create table "idempotency_keys" ("id" text collate "C" not null, "fingerprint" text not null, "answer" text not null, "created_at" timestamptz(3) not null, primary key ("id"));`);
    this.addSql(`create index "idempotency_keys_by_age" on "idempotency_keys" ("created_at");`);

    this.addSql(`create table "orders" ("id" text collate "C" not null, "user_id" text collate "C" not null, "number" text collate "C" not null, "status" text not null, "currency" text not null, "total_amount" bigint not null, "items" jsonb not null, "version" int not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("id"));`);
    this.addSql(`alter table "orders" add constraint "orders_number_unique" unique ("number");`);
    this.addSql(`create index "orders_by_user" on "orders" ("user_id", "created_at", "id");`);

    this.addSql(`create table "users" ("id" text collate "C" not null, "name" text collate "C" not null, "email" text collate "C" not null, "role" text not null, "status" text not null, "version" int not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "email_key" text null, "search" text not null, "deleted_at" timestamptz(3) null, primary key ("id"));`);
    this.addSql(`alter table "users" add constraint "users_email_key_unique" unique ("email_key");`);
    this.addSql(`create index "users_by_created_at" on "users" ("created_at", "id") where "deleted_at" is null;`);
    this.addSql(`create index "users_by_name" on "users" ("name", "id") where "deleted_at" is null;`);
    this.addSql(`create index "users_by_email" on "users" ("email", "id") where "deleted_at" is null;`);
    this.addSql(`create index "users_by_role" on "users" ("role", "status") where "deleted_at" is null;`);
    this.addSql(`create index "users_by_search" on "users" using gin (search_grams("search")) where "deleted_at" is null;`);
  }

}
