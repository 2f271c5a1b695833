import { standIn } from './define.ts'

/** A work as https://docs.openalex.org/api-entities/works/work-object describes it. */
const WORK = {
  id: 'https://openalex.org/W4389984066',
  doi: 'https://doi.org/10.48550/arxiv.2312.10997',
  display_name: 'Retrieval-Augmented Generation for Large Language Models: A Survey',
  publication_year: 2023,
  publication_date: '2023-12-18',
  cited_by_count: 1234,
  open_access: {
    is_oa: true,
    oa_status: 'green',
    oa_url: 'https://arxiv.org/pdf/2312.10997',
    any_repository_has_fulltext: true,
  },
  primary_location: {
    is_oa: true,
    landing_page_url: 'https://arxiv.org/abs/2312.10997',
    source: { id: 'https://openalex.org/S4306400194', display_name: 'arXiv', type: 'repository' },
  },
  authorships: [
    { author_position: 'first', author: { id: 'x', display_name: 'Yunfan Gao', orcid: null } },
    { author_position: 'last', author: { id: 'y', display_name: 'Haofen Wang', orcid: null } },
  ],
  topics: [{ id: 'https://openalex.org/T10028', display_name: 'Topic Modeling', score: 0.99 }],
}

const BARE = {
  id: 'https://openalex.org/W2',
  doi: null,
  display_name: null,
  publication_year: null,
  publication_date: null,
  cited_by_count: 0,
  open_access: { is_oa: false, oa_url: null },
  primary_location: null,
  authorships: [],
  topics: [],
}

export default standIn({
  at: 'UPSTREAM_OPENALEX_URL',
  settings: { OPENALEX_API_KEY: 'openalex-key' },
  answer({ path, query }) {
    if (query.get('api_key') !== 'openalex-key') return new Response('{}', { status: 401 })
    if (path !== '/works') return undefined
    const isOpen = query.get('filter')?.includes('is_oa:true')
    const year = /from_publication_date:(\d{4})-01-01/.exec(query.get('filter') ?? '')?.[1]
    const all = [WORK, BARE].filter(
      (work) =>
        (!isOpen || work.open_access.is_oa) &&
        (year === undefined || (work.publication_year ?? 0) >= Number(year)),
    )
    const results = query.get('search')?.includes('nothing') ? [] : all
    return {
      meta: { count: results.length, db_response_time_ms: 30, page: 1, per_page: 25 },
      results,
      group_by: [],
    }
  },
})
