/**
 * Names in pg_proc of PostgreSQL 15 without those of operators, types and indexes, and what later
 * versions added.
 */
export const POSTGRES_FUNCTIONS: ReadonlySet<string> = new Set(
  (
    'abbrev abs acos acosd acosh age any_value anytextcat area array_agg array_append array_cat ' +
    'array_dims array_eq array_fill array_ge array_gt array_larger array_le array_length ' +
    'array_lower array_lt array_ndims array_ne array_position array_positions array_prepend ' +
    'array_remove array_replace array_reverse array_sample array_shuffle array_smaller array_sort ' +
    'array_to_json array_to_string array_to_tsvector array_typanalyze array_upper arraycontained ' +
    'arraycontains arrayoverlap ascii asin asind asinh atan atan2 atan2d atand atanh avg ' +
    'bernoulli bit bit_and bit_count bit_length bit_or bit_xor bitand bitcat bitor bitshiftleft ' +
    'bitshiftright bitxor bool bool_alltrue bool_and bool_anytrue bool_or booland_statefunc ' +
    'boolor_statefunc bound_box box broadcast byteacat cardinality casefold cashlarger ' +
    'cashsmaller cbrt ceil ceiling center char char_length character_length chr cideq cidr circle ' +
    'clock_timestamp close_ls close_lseg close_pb close_pl close_ps close_sb col_description ' +
    'concat concat_ws convert convert_from convert_to corr cos cosd cosh cot cotd count covar_pop ' +
    'covar_samp crc32 crc32c cume_dist current_database current_query current_schema ' +
    'current_schemas current_setting current_user currtid2 currval date date_add ' +
    'date_cmp_timestamp date_cmp_timestamptz date_mi date_mi_interval date_mii date_part ' +
    'date_pl_interval date_pli date_smaller date_subtract date_trunc datemultirange daterange ' +
    'daterange_canonical daterange_subdiff datetime_pl datetimetz_pl dcbrt decode degrees ' +
    'dense_rank dexp diagonal diameter dist_bp dist_bs dist_cpoint dist_cpoly dist_lp dist_ls ' +
    'dist_pathp dist_pb dist_pc dist_pl dist_polyc dist_polyp dist_ppath dist_ppoly dist_ps ' +
    'dist_sb dist_sl dist_sp div dlog1 dlog10 dpow dround dsqrt dtrunc ' +
    'elem_contained_by_multirange elem_contained_by_range encode enum_first enum_range ' +
    'enum_smaller erf erfc every exp extract factorial family first_value floor flt4_mul_cash ' +
    'flt8_mul_cash fmgr_c_validator fmgr_internal_validator fmgr_sql_validator format format_type ' +
    'gamma gcd gen_random_uuid generate_series generate_subscripts get_bit get_byte ' +
    'get_current_ts_config getdatabaseencoding getpgusername gtsquery_consistent gtsquery_union ' +
    'gtsvector_consistent gtsvector_options gtsvector_union has_any_column_privilege ' +
    'has_column_privilege has_database_privilege has_foreign_data_wrapper_privilege ' +
    'has_function_privilege has_language_privilege has_parameter_privilege has_schema_privilege ' +
    'has_sequence_privilege has_server_privilege has_table_privilege has_tablespace_privilege ' +
    'has_type_privilege hashtext hashtextextended height host hostmask in_range inet_client_addr ' +
    'inet_client_port inet_gist_consistent inet_gist_union inet_merge inet_same_family ' +
    'inet_server_addr inet_server_port inet_spg_choose inet_spg_config inet_spg_inner_consistent ' +
    'inet_spg_leaf_consistent inet_spg_picksplit inetand inetmi inetmi_int8 inetnot inetor inetpl ' +
    'initcap int4range int8range integer_pl_date inter_lb inter_sb inter_sl interval ' +
    'is_normalized isclosed isempty isfinite ishorizontal iso8859_1_to_utf8 iso8859_to_utf8 ' +
    'isopen isparallel isperp isvertical json_agg json_array_element json_array_element_text ' +
    'json_array_elements json_array_elements_text json_array_length json_build_array ' +
    'json_build_object json_each json_each_text json_extract_path json_extract_path_text ' +
    'json_object json_object_agg json_object_field json_object_field_text json_object_keys ' +
    'json_populate_record json_populate_recordset json_scalar json_serialize json_strip_nulls ' +
    'json_to_record json_to_recordset json_to_tsvector json_typeof jsonb_agg jsonb_array_element ' +
    'jsonb_array_element_text jsonb_array_elements jsonb_array_elements_text jsonb_array_length ' +
    'jsonb_build_array jsonb_build_object jsonb_concat jsonb_contained jsonb_contains ' +
    'jsonb_delete jsonb_delete_path jsonb_each jsonb_each_text jsonb_eq jsonb_exists ' +
    'jsonb_exists_all jsonb_exists_any jsonb_extract_path jsonb_extract_path_text jsonb_ge ' +
    'jsonb_gt jsonb_hash jsonb_hash_extended jsonb_insert jsonb_le jsonb_lt jsonb_ne jsonb_object ' +
    'jsonb_object_agg jsonb_object_field jsonb_object_field_text jsonb_object_keys ' +
    'jsonb_path_exists jsonb_path_exists_opr jsonb_path_exists_tz jsonb_path_match ' +
    'jsonb_path_match_opr jsonb_path_match_tz jsonb_path_query jsonb_path_query_array ' +
    'jsonb_path_query_array_tz jsonb_path_query_first jsonb_path_query_first_tz ' +
    'jsonb_path_query_tz jsonb_populate_record jsonb_populate_recordset jsonb_pretty jsonb_set ' +
    'jsonb_set_lax jsonb_strip_nulls jsonb_to_record jsonb_to_recordset jsonb_to_tsvector ' +
    'jsonb_typeof justify_days justify_hours justify_interval lag last_value lastval lcm lead ' +
    'left length lgamma like like_escape line ln lo_get lpad lseg ltrim macaddr macaddr8 ' +
    'make_date make_interval make_time make_timestamp make_timestamptz makeaclitem masklen max ' +
    'md5 min min_scale mod mode money mul_d_interval multirange multirange_adjacent_multirange ' +
    'multirange_adjacent_range multirange_after_multirange multirange_after_range ' +
    'multirange_before_multirange multirange_before_range multirange_contained_by_multirange ' +
    'multirange_contained_by_range multirange_contains_elem multirange_contains_multirange ' +
    'multirange_contains_range multirange_eq multirange_ge multirange_gist_consistent ' +
    'multirange_gt multirange_intersect multirange_le multirange_lt multirange_minus ' +
    'multirange_ne multirange_overlaps_multirange multirange_overlaps_range ' +
    'multirange_overleft_multirange multirange_overleft_range multirange_overright_multirange ' +
    'multirange_overright_range multirange_typanalyze multirange_union mxid_age name ' +
    'nameconcatoid netmask nextval normalize notlike now npoints nth_value ntile num_nonnulls ' +
    'num_nulls numeric nummultirange numnode numrange numrange_subdiff obj_description ' +
    'octet_length overlaps overlay parse_ident path pclose percent_rank percentile_cont ' +
    'percentile_disc phraseto_tsquery pi plainto_tsquery plpgsql_validator point polygon popen ' +
    'position postgresql_fdw_validator pow power prsd_end pt_contained_circle pt_contained_poly ' +
    'querytree quote_ident quote_literal quote_nullable radians radius random random_normal rank ' +
    'regclass regexp_count regexp_instr regexp_like regexp_match regexp_matches regexp_replace ' +
    'regexp_split_to_array regexp_split_to_table regexp_substr regr_avgx regr_avgy regr_count ' +
    'regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy repeat replace reverse right ' +
    'round row_number row_security_active row_to_json rpad rtrim satisfies_hash_partition scale ' +
    'session_user set_bit set_byte set_config set_masklen setseed setval setweight sha224 sha256 ' +
    'sha384 sha512 shobj_description sign similar_escape similar_to_escape sin sind sinh slope ' +
    'split_part sqrt starts_with statement_timestamp stddev stddev_pop stddev_samp string_agg ' +
    'string_to_array string_to_table strip strpos substr substring sum system tan tand tanh text ' +
    'text_ge text_gt text_larger text_le text_lt text_pattern_ge text_pattern_gt text_pattern_le ' +
    'text_pattern_lt text_smaller textanycat textcat time timedate_pl timeofday timestamp ' +
    'timestamptz timetz timetzdate_pl timezone to_ascii to_bin to_char to_date to_hex to_json ' +
    'to_jsonb to_number to_oct to_regclass to_regcollation to_regnamespace to_regoper ' +
    'to_regoperator to_regproc to_regprocedure to_regrole to_regtype to_timestamp to_tsquery ' +
    'to_tsvector transaction_timestamp translate trim_array trim_scale trunc ts_debug ts_delete ' +
    'ts_filter ts_headline ts_lexize ts_match_qv ts_match_tq ts_match_tt ts_match_vq ts_parse ' +
    'ts_rank ts_rank_cd ts_rewrite ts_stat ts_token_type tsmultirange tsrange tsrange_subdiff ' +
    'tstzmultirange tstzrange tstzrange_subdiff tsvector_to_array unistr unnest upper upper_inc ' +
    'upper_inf uuidv4 uuidv7 var_pop var_samp varchar variance version websearch_to_tsquery width ' +
    'width_bucket xml xml_is_well_formed xml_is_well_formed_content xml_is_well_formed_document ' +
    'xmlagg xmlcomment xmlconcat2 xmlexists xmlvalidate xpath xpath_exists'
  ).split(' '),
)
