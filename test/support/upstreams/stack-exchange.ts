import { gzipSync } from 'node:zlib'
import { standIn } from './define.ts'

const QUESTIONS = [
  {
    tags: ['sql', 'postgresql', 'upsert'],
    owner: { display_name: 'zola', user_id: 1 },
    is_answered: true,
    view_count: 500_000,
    accepted_answer_id: 37543015,
    answer_count: 10,
    score: 452,
    creation_date: 1452447627,
    question_id: 34708509,
    link: 'https://stackoverflow.com/questions/34708509/returning-on-conflict',
    title: 'How to use RETURNING with &quot;ON CONFLICT&quot; in PostgreSQL?',
  },
  {
    tags: ['postgresql'],
    is_answered: false,
    answer_count: 0,
    score: -1,
    creation_date: 1600000000,
    question_id: 2,
    link: 'https://stackoverflow.com/questions/2',
    title: 'Upsert &amp; triggers',
  },
]

const SITES = new Set(['stackoverflow', 'dba', 'superuser'])

function refusal(error_id: number, error_name: string, error_message: string): Response {
  return Response.json({ error_id, error_name, error_message }, { status: 400 })
}

/** Always compressed, whatever is asked for. `slow down` is told to wait, `too many` was. */
export default standIn({
  at: 'UPSTREAM_STACK_EXCHANGE_URL',
  answer({ path, query }) {
    if (path !== '/2.3/search/advanced') return undefined
    const [q, site] = [query.get('q') ?? '', query.get('site') ?? '']
    if (!SITES.has(site)) return refusal(400, 'bad_parameter', `No site found for name \`${site}\``)
    if (q === 'too many')
      return refusal(
        502,
        'throttle_violation',
        'too many requests from this IP, more requests available in 80000 seconds',
      )
    const tagged = query.get('tagged')?.split(';') ?? []
    const items = QUESTIONS.filter(
      ({ tags, accepted_answer_id: accepted }) =>
        (tagged.length === 0 || tags.some((tag) => tagged.includes(tag))) &&
        (query.get('accepted') !== 'true' || accepted !== undefined),
    ).slice(0, Number(query.get('pagesize')))
    const told = { items, has_more: false, quota_max: 300, quota_remaining: 279 }
    const body = JSON.stringify(q === 'slow down' ? { ...told, backoff: 30 } : told)
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    return new Response(gzipSync(body), { headers })
  },
})
