import { z } from 'zod'
import type { Capability, Host, CallContext } from '../../base/core/capability.ts'
import { firstSuccess } from '../../base/core/failover.ts'
import { Fault } from '../../base/core/fault.ts'
import { httpUrl } from '../../base/lib/fields.ts'
import { BRAVE_SEARCH_API_KEY, braveSearch } from './brave-search.ts'
import { defineUpstream } from './define.ts'

const SearchResults = z.object({
  results: z.array(z.object({ title: z.string(), url: z.string(), content: z.string().nullish() })),
})

export interface LiteHit {
  readonly title: string
  readonly url: string
  readonly snippet: string
}

const SEARXNG_URL = {
  name: 'SEARXNG_URL',
  description: 'Address of a SearXNG instance of your own that answers JSON, asked before Brave.',
  schema: httpUrl,
} as const

/** A metasearch engine of the operator's own. */
const searxng = defineUpstream({
  name: 'searxng',
  title: 'SearXNG',
  terms: 'https://docs.searxng.org',
  texts: 'public',
  base: 'http://127.0.0.1:8080',
  baseSetting: SEARXNG_URL.name,
  limits: { timeoutMs: 10_000, bytesMax: 3_000_000 },
  api: (http) => ({
    async search(q: string, count: number): Promise<readonly LiteHit[]> {
      const { results } = await http.json('/search', SearchResults, {
        query: { q, format: 'json' },
      })
      return results
        .slice(0, count)
        .map(({ title, url, content }) => ({ title, url, snippet: content ?? '' }))
    },
  }),
})

export interface LiteSearch {
  search(q: string, count: number): Promise<readonly LiteHit[]>
}

type Engine = (call: CallContext) => LiteSearch

const ENGINES: readonly (readonly [setting: string, open: (host: Host) => Engine])[] = [
  ['SEARXNG_URL', searxng.open],
  ['BRAVE_SEARCH_API_KEY', openBrave],
]

/** The search engine that is set up: the operator's own first, because it costs nothing. */
export const liteSearch: Capability<LiteSearch> = {
  name: 'lite-search',
  texts: 'public',
  settings: [
    { ...SEARXNG_URL, need: 'one-of' },
    { ...BRAVE_SEARCH_API_KEY, need: 'one-of' },
  ],
  live: true,
  providers: [...(searxng.providers ?? []), ...(braveSearch.providers ?? [])],
  open(host) {
    const [first, ...others] = ENGINES.filter(([setting]) => host.setting(setting)).map(
      ([, open]) => open(host),
    )
    if (!first) throw new Fault('not_configured', 'SEARXNG_URL or BRAVE_SEARCH_API_KEY is not set.')
    return (call) => ({
      search: (q, count) =>
        firstSuccess([first, ...others], (engine) => engine(call).search(q, count)),
    })
  },
}

function openBrave(host: Host): Engine {
  const open = braveSearch.open(host)
  return (call) => ({
    async search(q, count) {
      const hits = await open(call).web({ q, count })
      return hits.map(({ title, url, description }) => ({ title, url, snippet: description }))
    },
  })
}
