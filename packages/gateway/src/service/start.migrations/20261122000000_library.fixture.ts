import { Migration } from '@roster/core/migration'

/** Creates the tables of the tests' application: books, and members, whose columns have other names than those of the core's accounts. */
export class Migration20261122000000_library extends Migration {
  override up(): void {
    this.addSql(
      'create table books (id text collate "C" primary key, title text not null, created_at timestamptz(3) not null)',
    )
    this.addSql(
      'create table members (card text collate "C" primary key, full_name text not null, mail text not null, rank text not null, branch text not null)',
    )
    this
      .addSql(`create view accounts as select card as id, full_name as name, mail as email, lower(mail) as email_key, rank as role,
      branch as owner, 'active' as status, timestamptz '2026-11-22' as created_at, timestamptz '2026-11-22' as updated_at from members`)
  }
}
