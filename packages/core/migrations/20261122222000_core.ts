import { Migration } from '@mikro-orm/migrations'

/** The tables of the core, as a database begins that no application has used before. */
export class Migration20261122222000_core extends Migration {
  override name = 'Migration20261122222000_core'

  override up(): void | Promise<void> {
    // Groups of three characters, by which text is found.
    this.addSql(
      `create function search_grams(content text) returns tsvector language sql immutable strict cost 400 return array_to_tsvector(array(select substr(content, place, 3) from generate_series(1, length(content)) place));`,
    )

    this.addSql(
      `create table "account_credentials" ("account_id" text collate "C" not null, "version" int not null, "password_hash" text null, "password_giver" jsonb null, primary key ("account_id"));`,
    )

    this.addSql(
      `create table "api_keys" ("id" text collate "C" not null, "name" text collate "C" not null, "user_id" text collate "C" null, "prefix" text not null, "scopes" jsonb not null, "role" text not null, "expires_at" timestamptz(3) null, "last_used_at" timestamptz(3) null, "created_by" json null, "created_at" timestamptz(3) not null, "secret_hash" text null, "previous_hash" text null, "previous_expires_at" timestamptz(3) null, "configured_hash" text null, "deleted_at" timestamptz(3) null, primary key ("id"));`,
    )
    this.addSql(`alter table "api_keys" add constraint "api_keys_secret_hash_unique" unique ("secret_hash");`)
    this.addSql(`alter table "api_keys" add constraint "api_keys_previous_hash_unique" unique ("previous_hash");`)
    this.addSql(`create index "api_keys_user_id_index" on "api_keys" ("user_id");`)
    this.addSql(
      `create index "api_keys_by_maker" on "api_keys" (("created_by" ->> 'id'), "created_at", "id") where "deleted_at" is null;`,
    )

    this.addSql(
      `create table "denials" ("subject" text collate "C" not null, "version" int null, "created_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, primary key ("subject"));`,
    )
    this.addSql(`create index "denials_by_creation" on "denials" ("created_at");`)
    this.addSql(`create index "denials_by_expiry" on "denials" ("expires_at");`)

    this.addSql(
      `create table "events" ("id" text collate "C" not null, "event" text not null, "user_id" text collate "C" null, "actor" json null, "data" json not null, "created_at" timestamptz(3) not null, "xid" xid8 not null default pg_current_xact_id(), "seq" bigint null, primary key ("id"));`,
    )
    this.addSql(`create index "events_unsequenced" on "events" ("xid", "id") where "seq" is null;`)
    this.addSql(
      `create index "events_by_user" on "events" ("user_id", "seq") where "seq" is not null and "user_id" is not null;`,
    )
    this.addSql(`create unique index "events_in_order" on "events" ("seq") where "seq" is not null;`)

    this.addSql(
      `create table "event_log" ("id" int not null, "epoch" text not null, "origin" text null, "head" bigint not null, "kept_from" bigint not null, "xid" xid8 not null, primary key ("id"));`,
    )

    this.addSql(
      `create table "exports" ("id" text collate "C" not null, "format" text not null, "kind" text null, "filter" jsonb not null, "status" text not null, "done" int not null, "total" int not null, "size" bigint null, "sha256" text null, "created_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, "finished_at" timestamptz(3) null, "created_by" text collate "C" not null, "user_id" text collate "C" null, "lease" text null, "leased_until" timestamptz(3) null, "failures" int not null, primary key ("id"));`,
    )
    this.addSql(
      `create index "exports_unfinished" on "exports" ("created_at", "id") where "status" in ('pending', 'running');`,
    )
    this.addSql(`create index "exports_by_expiry" on "exports" ("expires_at");`)
    this.addSql(`create index "exports_by_maker" on "exports" ("created_by", "expires_at");`)

    this.addSql(
      `create table "export_parts" ("export_id" text collate "C" not null, "number" int not null, "bytes" bytea not null, primary key ("export_id", "number"));`,
    )

    this.addSql(
      `create table "idempotency_keys" ("id" text collate "C" not null, "fingerprint" text not null, "answer" text not null, "created_at" timestamptz(3) not null, primary key ("id"));`,
    )
    this.addSql(`create index "idempotency_keys_by_age" on "idempotency_keys" ("created_at");`)

    this.addSql(
      `create table "oauth_artifacts" ("id" text collate "C" not null, "kind" text not null, "payload" text not null, "grant_id" text collate "C" null, "user_code" text collate "C" null, "uid" text collate "C" null, "consumed_at" timestamptz(3) null, "polled_at" timestamptz(3) null, "poll_interval" int null, "expires_at" timestamptz(3) not null, primary key ("id"));`,
    )
    this.addSql(`alter table "oauth_artifacts" add constraint "oauth_artifacts_user_code_unique" unique ("user_code");`)
    this.addSql(
      `create index "oauth_artifacts_by_grant" on "oauth_artifacts" ("grant_id") where "grant_id" is not null;`,
    )
    this.addSql(`create index "oauth_artifacts_by_uid" on "oauth_artifacts" ("uid") where "uid" is not null;`)
    this.addSql(`create index "oauth_artifacts_by_expiry" on "oauth_artifacts" ("expires_at");`)

    this.addSql(
      `create table "oauth_clients" ("client_id" text collate "C" not null, "name" text collate "C" not null, "type" text not null, "grant_types" jsonb not null, "redirect_uris" jsonb not null, "scopes" jsonb not null, "token_endpoint_auth_method" text not null, "tls_client_auth_subject_dn" text null, "jwks" jsonb null, "created_by" json null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "secret_hash" text null, "proof_holder" jsonb null, "deleted_at" timestamptz(3) null, primary key ("client_id"));`,
    )
    this.addSql(
      `create index "oauth_clients_by_maker" on "oauth_clients" (("created_by" ->> 'id'), "created_at", "client_id") where "deleted_at" is null;`,
    )

    this.addSql(
      `create table "sessions" ("id" text collate "C" not null, "type" text not null, "user_id" text collate "C" not null, "credentials_version" int not null, "token_hash" text collate "C" null, "csrf_token" text null, "uid" text collate "C" null, "grant_id" text collate "C" null, "client_id" text collate "C" null, "scopes" jsonb null, "address" text null, "user_agent" text null, "created_at" timestamptz(3) not null, "last_used_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, "deleted_at" timestamptz(3) null, primary key ("id"));`,
    )
    this.addSql(`alter table "sessions" add constraint "sessions_token_hash_unique" unique ("token_hash");`)
    this.addSql(`alter table "sessions" add constraint "sessions_uid_unique" unique ("uid");`)
    this.addSql(`alter table "sessions" add constraint "sessions_grant_id_unique" unique ("grant_id");`)
    this.addSql(`create index "sessions_by_user" on "sessions" ("user_id");`)
    this.addSql(`create index "sessions_by_expiry" on "sessions" ("expires_at");`)

    this.addSql(
      `create table "signing_keys" ("id" text collate "C" not null, "private_key" text not null, "signs_from" timestamptz(3) not null, "created_at" timestamptz(3) not null, primary key ("id"));`,
    )

    this.addSql(
      `create table "spent_proofs" ("id" text collate "C" not null, "expires_at" timestamptz(3) not null, primary key ("id"));`,
    )
    this.addSql(`create index "spent_proofs_by_expiry" on "spent_proofs" ("expires_at");`)

    this.addSql(
      `create table "tickets" ("token_hash" text collate "C" not null, "principal" jsonb not null, "expires_at" timestamptz(3) not null, primary key ("token_hash"));`,
    )
    this.addSql(`create index "tickets_by_expiry" on "tickets" ("expires_at");`)

    this.addSql(
      `create table "webhook_deliveries" ("id" text collate "C" not null, "endpoint_id" text collate "C" not null, "event_id" text collate "C" not null, "event" text not null, "status" text not null, "attempts" jsonb not null, "next_attempt_at" timestamptz(3) null, "created_at" timestamptz(3) not null, "seq" bigint null, "failures" int not null, primary key ("id"));`,
    )
    this.addSql(
      `create index "webhook_deliveries_by_created_at" on "webhook_deliveries" ("endpoint_id", "created_at", "id");`,
    )
    this.addSql(`create index "webhook_deliveries_by_seq" on "webhook_deliveries" ("seq");`)
    this.addSql(
      `create index "webhook_deliveries_new" on "webhook_deliveries" ("endpoint_id", "seq") where "status" = 'pending' and "seq" is not null and "failures" = 0;`,
    )
    this.addSql(
      `create index "webhook_deliveries_to_repeat" on "webhook_deliveries" ("endpoint_id", "next_attempt_at") where "status" = 'pending' and "seq" is not null and "failures" > 0;`,
    )
    this.addSql(
      `alter table "webhook_deliveries" add constraint "webhook_deliveries_once" unique ("endpoint_id", "event_id");`,
    )

    this.addSql(
      `create table "webhook_endpoints" ("id" text collate "C" not null, "url" text not null, "events" jsonb not null, "scopes" jsonb not null, "description" text null, "status" text not null, "disabled_reason" text null, "created_by" json null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "secret" text not null, "previous_secret" text null, "previous_expires_at" timestamptz(3) null, "failing_since" timestamptz(3) null, "lease" text null, "leased_until" timestamptz(3) null, "deleted_at" timestamptz(3) null, primary key ("id"));`,
    )
    this.addSql(
      `create index "webhook_endpoints_by_created_at" on "webhook_endpoints" ("created_at", "id") where "deleted_at" is null;`,
    )
    this.addSql(
      `create index "webhook_endpoints_by_maker" on "webhook_endpoints" (("created_by" ->> 'id'), "created_at", "id") where "deleted_at" is null;`,
    )

    this.addSql(
      `insert into "event_log" ("id", "epoch", "head", "kept_from", "xid") values (1, substr(md5(gen_random_uuid()::text), 1, 8), 0, 1, '0');`,
    )
  }
}
