import { Migration } from '@roster/core/migration'

/** Creates the tables of books and people, and the view `accounts`, from which the core reads the accounts that sign in. */
export class Migration20261122090000_library extends Migration {
  override name = 'Migration20261122090000_library'

  override up(): void {
    this.addSql(
      `create table "books" ("id" text collate "C" not null, "branch" text not null, "title" text collate "C" not null, "author" text not null, "pages" int not null, "published" date not null, "shelf" text not null, "version" int not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "deleted_at" timestamptz(3) null, primary key ("id"));`,
    )
    this.addSql(`create index "books_by_branch" on "books" ("branch", "created_at", "id");`)

    this.addSql(
      `create table "people" ("id" text collate "C" not null, "branch" text not null, "full_name" text collate "C" not null, "mail" text not null, "mail_key" text not null, "post" text not null, "joined_on" date not null, "standing" text not null, "version" int not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("id"));`,
    )
    this.addSql(`alter table "people" add constraint "people_mail_key_unique" unique ("mail_key");`)
    this.addSql(`create index "people_by_branch" on "people" ("branch", "created_at", "id");`)

    this.addSql(`create view "accounts" as select "id", "full_name" as "name", "mail" as "email", "mail_key" as "email_key",
      "post" as "role", "branch" as "owner", "standing" as "status", "created_at", "updated_at" from "people";`)
  }
}
