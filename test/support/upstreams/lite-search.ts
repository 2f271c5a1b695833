import { braveAnswer, BRAVE_KEY } from './brave-search.ts'
import { standIn } from './define.ts'

/** Both engines of the lite search in one server. */
export default standIn({
  at: ['SEARXNG_URL', 'UPSTREAM_BRAVE_SEARCH_URL'],
  settings: { BRAVE_SEARCH_API_KEY: BRAVE_KEY },
  answer(asked) {
    const { path, query } = asked
    if (path !== '/search') return braveAnswer(asked)
    if (query.get('format') !== 'json') return new Response('<html></html>')
    return {
      query: query.get('q'),
      number_of_results: 1,
      results: [
        {
          url: 'https://bank.example/open',
          title: 'Open banking',
          content: 'APIs of banks, for everyone.',
          engine: 'duckduckgo',
          score: 1,
        },
      ],
      unresponsive_engines: [],
    }
  },
})
