import type { JsonObject } from '../../base/lib/json-object.ts'
import { eachNode, listOf, namesOf } from './postgres-nodes.ts'
import { POSTGRES_FUNCTIONS } from './postgres-functions.ts'

/** Functions of a database's own, which may do anything. */

/** Of extensions that only compute, and of the server itself, which are rated by name. */
const COMPUTES =
  /^(pg_|st_|postgis_|jsonb?_|to_|txid_|lo_|uuid_(generate|ns|nil)|(gen_salt|crypt|digest|hmac|similarity|levenshtein|unaccent|soundex|metaphone|dmetaphone|earth_distance|ll_to_earth|hstore|ltree|nlevel|dblink|query_to_|table_to_|schema_to_|database_to_|cursor_to_))/

/**
 * A query without tables that calls a function of the database's own runs it for what it does, as
 * CALL does.
 */
export function callsUnknown(select: JsonObject): boolean {
  if (listOf(select['fromClause']).length > 0) return false
  let calls = false
  eachNode(select['targetList'], (kind, node) => {
    if (kind !== 'FuncCall') return
    const names = namesOf(node['funcname']).map((name) => name.toLowerCase())
    const called = names.at(-1) ?? ''
    const isOwn = names.length > 1 && names.at(-2) !== 'pg_catalog'
    if (isOwn || !(POSTGRES_FUNCTIONS.has(called) || COMPUTES.test(called))) calls = true
  })
  return calls
}
