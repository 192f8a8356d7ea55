import { Migration } from '@roster/core/migration'

export class Migration20260101000001_support_tickets extends Migration {
  override up(): void {
    this.addSql(`create table "support_tickets" (
      id text collate "C" primary key,
      title text collate "C" not null,
      status text not null,
      version integer not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      deleted_at timestamptz(3)
    )`)
    this.addSql(
      'create index "support_tickets_by_created_at" on "support_tickets" (created_at, id) where deleted_at is null',
    )
  }
}
