import { Migration } from '@roster/core/migration';

export class Migration20261121071036_sign_in extends Migration {

  override name = 'Migration20261121071036_sign_in';

  override up(): void | Promise<void> {
    this.addSql(`create table "oauth_clients" ("client_id" text collate "C" not null, "name" text collate "C" not null, "type" text not null, "grant_types" jsonb not null, "redirect_uris" jsonb not null, "scopes" jsonb not null, "token_endpoint_auth_method" text not null, "tls_client_auth_subject_dn" text null, "jwks" jsonb null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "secret_hash" text null, "deleted_at" timestamptz(3) null, primary key ("client_id"));`);

    this.addSql(`alter table "users" add "password_hash" text null;`);
  }

}
