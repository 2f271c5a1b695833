import { z } from 'zod'
import { Fault } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'
import { sites, type Sites } from '../../../../outside/net/sites.ts'
import { readRobots } from '../../../../base/lib/robots.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'

/** Crawlers of AI companies, by the names of their operators. */
const AI_AGENTS = [
  'GPTBot',
  'OAI-SearchBot',
  'ChatGPT-User',
  'ClaudeBot',
  'Claude-User',
  'Claude-SearchBot',
  'anthropic-ai',
  'PerplexityBot',
  'Perplexity-User',
  'Google-Extended',
  'GoogleOther',
  'Applebot-Extended',
  'Meta-ExternalAgent',
  'Amazonbot',
  'Bytespider',
  'CCBot',
  'cohere-ai',
  'DuckAssistBot',
  'MistralAI-User',
  'YouBot',
  'Diffbot',
]

/** RFC 9309: a crawler must read at least this much. */
const ROBOTS_BYTES_MAX = 500 * 1024

export default defineTool({
  route: 'GET /api/robots-check',
  name: 'robots.txt check',
  description:
    'May a crawler fetch this URL? The robots.txt verdict for any user agent and for the known AI ' +
    'crawlers, with crawl delay and sitemaps.',
  asks: [
    'is GPTBot allowed on this site',
    'does robots.txt permit crawling this URL',
    'may my bot read this site',
    'does a site forbid AI crawlers',
  ],
  price: '$0.002',
  uses: { sites },
  input: z.object({
    url: webUrl().describe('The page or file to fetch.'),
    userAgent: line(200)
      .min(1)
      .default('*')
      .describe('Name of the crawler, such as GPTBot; * for any.'),
  }),
  output: z.object({
    url: z.url().describe('The address that was asked.'),
    robotsUrl: z.url().describe('Address of the robots.txt file.'),
    allowed: z.boolean().describe('Whether it may fetch the URL.'),
    crawlDelaySeconds: z.number().optional().describe('Seconds to wait between two requests.'),
    sitemaps: z.array(z.string()).describe('Addresses of sitemaps.'),
    aiAgents: z
      .array(
        z.object({
          agent: z.string().describe('Name of the crawler.'),
          allowed: z.boolean().describe('Whether it may fetch the URL.'),
        }),
      )
      .describe('Rules of the file for well-known AI crawlers.'),
    matchedRule: z
      .string()
      .optional()
      .describe('Line of robots.txt that decides, or the reason why none does.'),
  }),
  examples: [
    { input: { url: 'https://example.com/private/x', userAgent: 'GPTBot' } },
    { input: { url: 'https://example.com/blog' } },
  ],

  async run({ url, userAgent }, { sites }) {
    const robotsUrl = new URL('/robots.txt', url).href
    const found = await robotsOf(sites, robotsUrl)
    const robots = await readRobots(robotsUrl, found.text)
    const verdict = robots.verdict(url, userAgent)
    const delay = robots.crawlDelaySeconds(userAgent)
    const isOpen = (agent: string) => robots.verdict(url, agent).allowed
    return {
      url,
      robotsUrl,
      allowed: verdict.allowed,
      ...(delay === null ? {} : { crawlDelaySeconds: delay }),
      sitemaps: robots.sitemaps,
      aiAgents: AI_AGENTS.map((agent) => ({ agent, allowed: isOpen(agent) })),
      matchedRule: found.why ?? verdict.rule ?? 'No rule matches, so it is allowed.',
    }
  },
})

interface RobotsFile {
  readonly text: string
  readonly why?: string
}

/** RFC 9309: without a file everything is allowed, with a server error nothing is. */
async function robotsOf(sites: Sites, robotsUrl: string): Promise<RobotsFile> {
  const visit = await sites.visit(robotsUrl, { bytesMax: ROBOTS_BYTES_MAX, redirectsMax: 5 })
  const { status } = visit
  if (status >= 200 && status < 300) return { text: visit.bytes.toString('utf8') }
  if (status >= 500)
    return {
      text: 'User-agent: *\nDisallow: /',
      why: `robots.txt answers ${status}; until it can be read, everything is disallowed (RFC 9309).`,
    }
  if (status >= 400)
    return { text: '', why: `There is no robots.txt (${status}), so everything is allowed.` }
  throw new Fault('upstream_failed', `${new URL(robotsUrl).host} answers ${status}.`)
}
