import { isKeyword } from './scan-rules.ts'
import type { Dialect, Token } from './tokens.ts'

/** Functions that a server of MySQL 8.4 or SQLite 3.46 has itself, with types that take a size. */
const BUILT_IN: Readonly<Partial<Record<Dialect, ReadonlySet<string>>>> = {
  mysql: namesIn(
    'abs acos adddate addtime aes_decrypt aes_encrypt any_value ascii asin asymmetric_decrypt ' +
      'asymmetric_derive asymmetric_encrypt asymmetric_sign asymmetric_verify atan atan2 avg ' +
      'benchmark bin bin_to_uuid binary bit_and bit_count bit_length bit_or bit_xor cast ceil ' +
      'ceiling char char_length character_length charset coalesce coercibility collation compress ' +
      'concat concat_ws connection_id conv convert convert_tz cos cot count crc32 cume_dist curdate ' +
      'current_date current_role current_time current_timestamp current_user curtime database date ' +
      'date_add date_format date_sub datediff datetime day dayname dayofmonth dayofweek dayofyear ' +
      'decimal default degrees dense_rank double elt exp export_set extract extractvalue field ' +
      'find_in_set first_value float floor format format_bytes format_pico_time found_rows from_base64 ' +
      'from_days from_unixtime geomcollection geometrycollection get_format get_lock greatest ' +
      'group_concat grouping gtid_subset gtid_subtract hex hour icu_version if ifnull inet6_aton ' +
      'inet6_ntoa inet_aton inet_ntoa insert instr interval is_free_lock is_ipv4 is_ipv4_compat ' +
      'is_ipv4_mapped is_ipv6 is_used_lock is_uuid isnull json_array json_array_append ' +
      'json_array_insert json_arrayagg json_contains json_contains_path json_depth json_extract ' +
      'json_insert json_keys json_length json_merge json_merge_patch json_merge_preserve json_object ' +
      'json_objectagg json_overlaps json_pretty json_quote json_remove json_replace json_schema_valid ' +
      'json_schema_validation_report json_search json_set json_storage_free json_storage_size ' +
      'json_table json_type json_unquote json_valid json_value lag last_day last_insert_id last_value ' +
      'lcase lead least left length linestring ln load_file localtime localtimestamp locate log log10 ' +
      'log2 lower lpad ltrim make_set makedate maketime master_pos_wait match max mbrcontains ' +
      'mbrcoveredby mbrcovers mbrdisjoint mbrequals mbrintersects mbroverlaps mbrtouches mbrwithin md5 ' +
      'microsecond mid min minute mod month monthname multilinestring multipoint multipolygon ' +
      'name_const nchar now nth_value ntile nullif oct octet_length ord percent_rank period_add ' +
      'period_diff pi point polygon position pow power ps_current_thread_id ps_thread_id quarter quote ' +
      'radians rand random_bytes rank regexp_instr regexp_like regexp_replace regexp_substr ' +
      'release_all_locks release_lock repeat replace reverse right roles_graphml round row row_count ' +
      'row_number rpad rtrim schema sec_to_time second session_user sha sha1 sha2 sign signed sin ' +
      'sleep soundex source_pos_wait space sqrt st_area st_asbinary st_asgeojson st_astext st_aswkb ' +
      'st_aswkt st_buffer st_buffer_strategy st_centroid st_collect st_contains st_convexhull ' +
      'st_crosses st_difference st_dimension st_disjoint st_distance st_distance_sphere st_endpoint ' +
      'st_envelope st_equals st_exteriorring st_frechetdistance st_geohash st_geomcollfromtext ' +
      'st_geometryn st_geometrytype st_geomfromgeojson st_geomfromtext st_geomfromwkb st_hausdorffdistance ' +
      'st_interiorringn st_intersection st_intersects st_isclosed st_isempty st_issimple st_isvalid ' +
      'st_latfromgeohash st_latitude st_length st_linefromtext st_lineinterpolatepoint st_longfromgeohash ' +
      'st_longitude st_makeenvelope st_numgeometries st_numinteriorring st_numpoints st_overlaps ' +
      'st_pointatdistance st_pointfromgeohash st_pointfromtext st_pointn st_polyfromtext st_simplify ' +
      'st_srid st_startpoint st_swapxy st_symdifference st_touches st_transform st_union st_validate ' +
      'st_within st_x st_y statement_digest statement_digest_text std stddev stddev_pop stddev_samp ' +
      'str_to_date strcmp subdate substr substring substring_index subtime sum sysdate system_user tan ' +
      'time time_format time_to_sec timediff timestamp timestampadd timestampdiff to_base64 to_days ' +
      'to_seconds trim truncate ucase uncompress uncompressed_length unhex unix_timestamp unsigned ' +
      'updatexml upper user utc_date utc_time utc_timestamp uuid uuid_short uuid_to_bin ' +
      'validate_password_strength values var_pop var_samp varchar variance version ' +
      'wait_for_executed_gtid_set week weekday weekofyear weight_string year yearweek',
  ),
  sqlite: namesIn(
    'abs acos acosh asin asinh atan atan2 atanh avg blob cast ceil ceiling changes char coalesce concat ' +
      'concat_ws cos cosh count cume_dist date datetime decimal degrees dense_rank exp first_value floor ' +
      'format glob group_concat hex if ifnull iif instr integer json json_array json_array_length ' +
      'json_each json_error_position json_extract json_group_array json_group_object json_insert ' +
      'json_object json_patch json_pretty json_quote json_remove json_replace json_set json_tree ' +
      'json_type json_valid jsonb jsonb_array jsonb_each jsonb_extract jsonb_group_array ' +
      'jsonb_group_object jsonb_insert jsonb_object jsonb_patch jsonb_remove jsonb_replace jsonb_set ' +
      'jsonb_tree julianday lag last_insert_rowid last_value lead length like likelihood likely ln ' +
      'load_extension log log10 log2 lower ltrim max median min mod nth_value ntile nullif numeric ' +
      'octet_length percent_rank percentile percentile_cont percentile_disc pi pow power printf quote ' +
      'radians random randomblob rank real replace round row_number rtrim sign sin sinh ' +
      'sqlite_compileoption_get sqlite_compileoption_used sqlite_offset sqlite_source_id sqlite_version ' +
      'sqrt strftime string_agg subtype substr substring sum tan tanh text time timediff total ' +
      'total_changes trim trunc typeof unhex unicode unistr unistr_quote unixepoch unlikely upper varchar ' +
      'zeroblob',
  ),
}

function namesIn(names: string): ReadonlySet<string> {
  return new Set(names.split(' '))
}

/** More words before a parenthesis that are no calls. */
const WORDS =
  /^(against|between|collate|cross|distinct|div|escape|except|filter|group|inner|intersect|is|join|lateral|like|limit|materialized|natural|offset|order|partition|regexp|returning|rlike|some|xor)$/

/**
 * Where a statement calls a function that the server does not have itself: one of the database's
 * own may do anything. A name in a schema is one of its own too.
 */
export function unknownOtherCall(dialect: Dialect, part: readonly Token[]): Token | undefined {
  const known = BUILT_IN[dialect]
  if (!known) return undefined
  return part.find(({ kind, text }, at) => {
    if (part[at + 1]?.text !== '(' || (kind !== 'word' && kind !== 'name')) return false
    if (part[at - 1]?.text === '.') return true
    const name = (kind === 'name' ? text.slice(1, -1) : text).toLowerCase()
    return kind === 'name'
      ? !known.has(name)
      : !(known.has(name) || isKeyword(name) || WORDS.test(name))
  })
}
