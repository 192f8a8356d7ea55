import { Migration } from '@roster/core/migration'

/** Adds loans of books and plans of floors. Existing books get the whereabouts of a book on its shelf. */
export class Migration20261123090000_loans extends Migration {
  override name = 'Migration20261123090000_loans'

  /** The library is one process, which migrates when it starts, so no earlier version serves requests at that time. */
  readonly contracts = {
    'updates books': 'Nothing is served.',
    'refuses rows without books.whereabouts': 'Nothing writes books without it any more.',
    'drops books.shelf': 'Nothing reads it any more: it is a part of whereabouts.',
  }

  override up(): void {
    this.addSql(`alter table "books" add column "whereabouts" json null;`)
    this.addSql(`update "books" set "whereabouts" = json_build_object('place', 'shelf', 'shelf', "shelf");`)
    this.addSql(`alter table "books" alter column "whereabouts" set not null, drop column "shelf";`)

    this.addSql(
      `create table "plans" ("id" text collate "C" not null, "branch" text not null, "floor" int not null, "shelves" json not null, "version" int not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("id"));`,
    )
  }
}
