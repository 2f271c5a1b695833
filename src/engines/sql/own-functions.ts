import type { JsonObject } from '../../base/lib/json-object.ts'
import { eachNode, namesOf } from './postgres-nodes.ts'
import { POSTGRES_FUNCTIONS } from './postgres-functions.ts'

/** Functions of a database's own, which may do anything. */

/** Of extensions that only compute, and of the server itself, which are rated by name. */
const COMPUTES =
  /^(pg_|st_|postgis_|jsonb?_(agg|array|build|cmp|concat|contain|delete|each|eq$|exists|extract|g[et]$|hash|in$|insert|l[et]$|ne$|object|out$|path|populate|pretty$|query|recv$|scalar$|send$|serialize$|set|strip|subscript|to_|typeof$|value$)|to_(ascii|bin|char|date|hex|jsonb?|number|oct|reg[a-z]+|timestamp|tsquery|tsvector)$|txid_(current|snapshot|status|visible)|lo_(close|creat|create|export|from_bytea|get|import|lseek|lseek64|open|put|tell|tell64|truncate|truncate64|unlink)$|uuid_(generate|ns|nil)|(gen_salt|crypt|digest|hmac|similarity|levenshtein|unaccent|soundex|metaphone|dmetaphone|earth_distance|ll_to_earth|hstore|ltree|nlevel|dblink|query_to_|table_to_|schema_to_|database_to_|cursor_to_))/

/**
 * A call of a function of the database's own. A query that reads no table calls it for what it
 * does, as CALL does, wherever in the query it stands.
 */
export function unknownCallIn(statement: unknown): JsonObject | undefined {
  let found: JsonObject | undefined
  eachNode(statement, (kind, node) => {
    if (kind !== 'FuncCall' || found) return
    const names = namesOf(node['funcname']).map((name) => name.toLowerCase())
    const called = names.at(-1) ?? ''
    const isOwn = names.length > 1 && names.at(-2) !== 'pg_catalog'
    if (isOwn || !(POSTGRES_FUNCTIONS.has(called) || COMPUTES.test(called))) found = node
  })
  return found
}
