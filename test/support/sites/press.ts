/** Invented papers that write about agents that pay: enough of them for a report. */

const HOSTS = [
  'ledger-weekly.example',
  'harbourpost.example',
  'protocol-review.example',
  'quayside-news.example',
  'merchant-journal.example',
  'openrails.example',
  'tollgate-times.example',
  'clearing-house.example',
] as const

const THINGS = [
  'settlement of agent payments',
  'fees of agent payment protocols',
  'adoption of payment protocols by agents',
  'state of the agent payment standard',
  'refunds in agent payment protocols',
  'identity of agents behind a payment',
  'receipts of payment protocols',
  'limits that owners set for an agent payment',
  'disputes over agent payments',
  'batching of small agent payments',
  'privacy of payment protocols',
  'testing of agent payment software',
] as const

const WORDS = (
  'amber bridges cautious dealers early farmers gentle harbours idle jurists keen lenders modest ' +
  'nurses older printers quiet riders solid teachers urban vendors wary xylographers young zoologists ' +
  'brisk carriers distant editors frugal grocers honest innkeepers jolly keepers local millers ' +
  'narrow officers patient quarries rural sailors timid unions vivid weavers'
).split(' ')

/** Words that hang on where they stand, so that no two sentences are alike. */
const pick = (seed: number, step: number): string => WORDS[(seed * step + 3 * step) % WORDS.length]!

const sentenceOf = (thing: string, seed: number, kind: number): string => {
  const [a, b, c, d] = [7, 11, 13, 17].map((step) => pick(seed, step))
  const forms = [
    `In ${1_900 + (seed % 120)} ${a} ${b} met ${c} ${d} over the ${thing}.`,
    `The ${thing} takes ${seed} ${a} ${b} with it, and leaves ${c} ${d} behind.`,
    `Whoever studies the ${thing} finds ${a} ${b}, then ${c} ${d}, ${seed} times.`,
    `Critics however doubt ${a} ${b} and ask ${c} ${d} about the ${thing}.`,
  ]
  return forms[kind % forms.length]!
}

/** The article of a host: a paragraph for each thing, in words of its own. */
function article(host: string, place: number): string {
  const paragraphs = THINGS.map((thing, at) => {
    const sentences = [0, 1, 2, 3].map((kind) =>
      sentenceOf(thing, 131 * (place + 1) + 17 * at + 5 * kind, kind),
    )
    return `<p>${sentences.join(' ')}</p>`
  })
  const title = `How agents pay, seen from ${host}`
  return (
    `<!doctype html><html lang="en"><head><title>${title}</title></head><body><article>` +
    `<h1>${title}</h1>${paragraphs.join('')}</article></body></html>`
  )
}

export const PRESS: readonly (readonly [host: string, page: string])[] = HOSTS.map(
  (host, place) => [host, article(host, place)],
)

/** What a search finds of them. */
export const PRESS_HITS = HOSTS.map((host) => ({
  title: `How agents pay, seen from ${host}`,
  url: `https://${host}/agents`,
  description: 'An article about agents that pay.',
  page_age: '2025-11-30T08:00:00',
  meta_url: { hostname: host },
}))
