import { Migration } from '@roster/core/migration';

export class Migration20261121070654_spent_proofs extends Migration {

  override name = 'Migration20261121070654_spent_proofs';

  override up(): void | Promise<void> {
    this.addSql(`create table "spent_proofs" ("id" text collate "C" not null, "expires_at" timestamptz(3) not null, primary key ("id"));`);
    this.addSql(`create index "spent_proofs_by_expiry" on "spent_proofs" ("expires_at");`);
  }

}
