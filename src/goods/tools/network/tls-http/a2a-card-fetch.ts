import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { web } from '../../../../outside/net/web.ts'
import { foreignObject } from '../../../../base/lib/foreign-json.ts'
import type { JsonObject } from '../../../../base/lib/json-object.ts'
import { failure } from './_fetched.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'

const BYTES_MAX = 512 * 1024
/** The first is the current path, the second that of version 0.2 and before. */
const PATHS = ['/.well-known/agent-card.json', '/.well-known/agent.json']

export default defineTool({
  route: 'GET /api/a2a-card-fetch',
  name: 'A2A agent card',
  description: 'Fetch and check the A2A agent card of a site: skills, interfaces, capabilities.',
  asks: [
    'get the A2A agent card of a domain',
    'which skills does this A2A agent announce',
    'what can this remote agent do',
  ],
  price: '$0.003',
  uses: { web },
  input: z.object({
    url: webUrl().describe('A page of the site, or the address of the card itself (.json).'),
  }),
  output: z.object({
    url: z.url().describe('URL of the input.'),
    cardUrl: z.url().nullable().describe('Where the card was found.'),
    found: z.boolean().describe('Whether a card was found.'),
    card: z.record(z.string(), z.unknown()).nullable().describe('The agent card as served.'),
    valid: z.boolean().describe('Whether it follows the A2A schema.'),
    problems: z.array(z.string()).describe('Problems in words; empty if there are none.'),
  }),
  examples: [
    { input: { url: 'https://example.com' } },
    { input: { url: 'https://api.github.com' } },
  ],

  async run({ url }, { web }) {
    const isCard = new URL(url).pathname.endsWith('.json')
    const places = isCard ? [url] : PATHS.map((path) => new URL(path, url).href)
    const problems: string[] = []
    let found: { cardUrl: string; card: JsonObject } | null = null
    for (const place of places) {
      const answer = await web
        .request(place, { bytesMax: BYTES_MAX, headers: { accept: 'application/json' } })
        .catch(failure)
      const card =
        typeof answer === 'string' || answer.status !== 200 ? null : foreignObject(answer.bytes)
      if (card && typeof answer !== 'string') {
        found = { cardUrl: answer.url, card }
        break
      }
      const what = typeof answer === 'string' ? answer : `answers ${answer.status} without a card.`
      problems.push(`${place}: ${what}`)
    }
    const flaws = found ? cardProblems(found.card) : problems
    return {
      url,
      cardUrl: found?.cardUrl ?? null,
      found: found !== null,
      card: found?.card ?? null,
      valid: found !== null && flaws.length === 0,
      problems: flaws,
    }
  },
})

const url = z.string().refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), {
  error: 'must be an absolute URL',
})
const texts = z.array(z.string())

/** The required parts of an agent card (A2A 0.3 and 1.0); more members are allowed. */
const Card = z.looseObject({
  name: z.string().min(1),
  description: z.string(),
  version: z.string(),
  protocolVersion: z.string().optional(),
  url: url.optional(),
  preferredTransport: z.string().optional(),
  supportedInterfaces: z.array(z.looseObject({ url })).optional(),
  additionalInterfaces: z.array(z.looseObject({ url, transport: z.string() })).optional(),
  provider: z.looseObject({ organization: z.string(), url: z.string() }).optional(),
  capabilities: z.looseObject({
    streaming: z.boolean().optional(),
    pushNotifications: z.boolean().optional(),
  }),
  defaultInputModes: texts,
  defaultOutputModes: texts,
  skills: z.array(
    z.looseObject({ id: z.string(), name: z.string(), description: z.string(), tags: texts }),
  ),
  securitySchemes: z.record(z.string(), z.unknown()).optional(),
})

const PROBLEMS_MAX = 20

/** Differences of a card from the specification. */
function cardProblems(card: JsonObject): string[] {
  const read = Card.safeParse(card)
  const issues = read.success ? [] : read.error.issues
  const hasInterface = 'url' in card || 'supportedInterfaces' in card
  return [
    ...issues.slice(0, PROBLEMS_MAX).map(({ path, message }) => `${path.join('.')}: ${message}.`),
    ...(hasInterface ? [] : ['url: neither url nor supportedInterfaces gives its address.']),
  ]
}
