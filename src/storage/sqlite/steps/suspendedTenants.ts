import type { Connection } from '../connection/connection.ts'

/** A check that lets more in needs no row written again: the text of the table is changed, as SQLite documents it for checks. */
export function suspendedTenants(connection: Connection): void {
  connection.alterSchema(`UPDATE sqlite_schema
    SET sql = replace(sql, '(''ACTIVE'', ''ERASING''', '(''ACTIVE'', ''SUSPENDED'', ''ERASING''')
    WHERE type = 'table' AND name = 'tenants'`)
}
