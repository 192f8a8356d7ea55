import { Migration } from '@roster/core/migration'

/** The table of members, who sign in, and the view through which the core reads them. */
export class Migration20260101000000_members extends Migration {
  override up(): void {
    this.addSql(`create table members (
      id text collate "C" primary key,
      name text collate "C" not null,
      email text not null,
      email_key text constraint members_email_key_unique unique,
      role text not null,
      status text not null,
      version integer not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      deleted_at timestamptz(3)
    )`)
    this.addSql(`create view accounts as
      select id, name, email, email_key, role, id as owner,
        case when deleted_at is null then status else 'deleted' end as status, created_at, updated_at
      from members`)
  }
}
