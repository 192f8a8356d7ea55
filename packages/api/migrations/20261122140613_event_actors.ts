import { Migration } from '@roster/core/migration';

export class Migration20261122140613_event_actors extends Migration {

  override name = 'Migration20261122140613_event_actors';

  override up(): void | Promise<void> {
    this.addSql(`alter table "events" add "actor" json null;`);
  }

}
