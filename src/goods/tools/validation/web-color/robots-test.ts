import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, line, text } from '../../../../base/lib/fields.ts'
import { readRobots } from '../../../../base/lib/robots.ts'

const URLS_MAX = 1_000

export default defineTool({
  route: 'POST /api/robots-test',
  name: 'robots.txt tester',
  description:
    'Which URLs a robots.txt that you supply allows for a crawler, by which rule on which line, ' +
    'and what is wrong with the file.',
  asks: [
    'test a robots.txt that is not published yet on many URLs',
    'which line of a supplied robots.txt blocks this path',
    'does my robots.txt block Google',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    robotsTxt: text(512 * KB).describe('The file, up to 512 KB.'),
    urls: z
      .array(line(2_048).min(1))
      .min(1)
      .max(URLS_MAX)
      .describe('1 to 1,000 addresses or paths such as /private/a.'),
    userAgent: line(200).min(1).default('*').describe('Name of the crawler; * for any.'),
  }),
  output: z.object({
    results: z.array(
      z.object({
        url: z.string(),
        allowed: z.boolean(),
        rule: z.string().nullable().describe('Line that decides; null if none does.'),
        line: z.int().nullable(),
      }),
    ),
    crawlDelaySeconds: z.number().nullable(),
    sitemaps: z.array(z.string()),
    problems: z.array(z.object({ line: z.int(), message: z.string() })).describe('The first 100.'),
  }),
  examples: [
    {
      input: {
        robotsTxt: 'User-agent: *\nDisallow: /private',
        urls: ['https://example.com/private/a', '/public'],
      },
      output: {
        results: [
          {
            url: 'https://example.com/private/a',
            allowed: false,
            rule: 'Disallow: /private',
            line: 2,
          },
          { url: '/public', allowed: true, rule: null, line: null },
        ],
        crawlDelaySeconds: null,
        sitemaps: [],
        problems: [],
      },
    },
    {
      input: {
        robotsTxt: 'Dissallow: /a\nUser-agent: GPTBot\nDisallow: /\nCrawl-delay: soon',
        urls: ['/'],
        userAgent: 'GPTBot',
      },
    },
  ],

  async run({ robotsTxt, urls, userAgent }) {
    const results = []
    const files = new Map<string, Awaited<ReturnType<typeof readRobots>>>()
    let first
    for (const url of urls) {
      const address = URL.parse(url, 'https://site.example/')
      if (!address || !/^https?:$/.test(address.protocol))
        throw badInput(
          `urls: must be http(s) addresses or paths, not ${JSON.stringify(url.slice(0, 60))}`,
        )
      // A robots.txt applies to its own host, so each host is assumed to serve it.
      const { origin } = address
      const robots = files.get(origin) ?? (await readRobots(`${origin}/robots.txt`, robotsTxt))
      if (files.size < 100) files.set(origin, robots)
      first ??= robots
      const { allowed, rule, line: at } = robots.verdict(address.href, userAgent)
      results.push({ url, allowed, rule, line: at })
    }
    return {
      results,
      crawlDelaySeconds: first?.crawlDelaySeconds(userAgent) ?? null,
      sitemaps: first?.sitemaps ?? [],
      problems: problemsOf(robotsTxt),
    }
  },
})

const PROBLEMS_MAX = 100
const KNOWN =
  /^(user-agent|allow|disallow|sitemap|crawl-delay|host|clean-param|noindex|request-rate|visit-time|content-signal)$/i

function problemsOf(robotsTxt: string) {
  const problems: { line: number; message: string }[] = []
  let hasAgent = false
  for (const [index, raw] of robotsTxt
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const add = (message: string) => {
      if (problems.length < PROBLEMS_MAX) problems.push({ line: index + 1, message })
    }
    const told = raw.replace(/#.*$/, '').trim()
    if (told === '') continue
    const colon = told.indexOf(':')
    if (colon < 0) {
      add('has no colon, so it is ignored')
      continue
    }
    const name = told.slice(0, colon).trim()
    const value = told.slice(colon + 1).trim()
    if (/^user-agent$/i.test(name)) {
      hasAgent = true
      if (value === '') add('names no crawler')
    } else if (!KNOWN.test(name))
      add(`${JSON.stringify(name.slice(0, 40))} is not a directive that crawlers know`)
    else if (/^(allow|disallow)$/i.test(name)) {
      if (!hasAgent) add('is before any User-agent, so it has no effect')
      if (value !== '' && !/^[/*]/.test(value)) add('its path must begin with / or *')
    } else if (/^crawl-delay$/i.test(name) && !/^\d+(\.\d+)?$/.test(value))
      add('its value must be a number of seconds')
    else if (/^sitemap$/i.test(name) && !URL.canParse(value))
      add('its value must be a full address')
    else if (/^(noindex|host)$/i.test(name)) add(`${name} is ignored by most crawlers`)
  }
  return problems
}
