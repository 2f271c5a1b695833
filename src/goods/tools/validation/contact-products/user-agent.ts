import bowser from 'bowser'
import { isbot } from 'isbot'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'

/** Agents of model providers, by the token in their user-agent string. */
const AI_AGENTS =
  'GPTBot,ChatGPT-User,OAI-SearchBot,ClaudeBot,Claude-User,Claude-SearchBot,Claude-Web,' +
  'anthropic-ai,PerplexityBot,Perplexity-User,Google-Extended,Google-CloudVertexBot,' +
  'Gemini-Deep-Research,Applebot-Extended,Amazonbot,Bytespider,CCBot,cohere-ai,' +
  'cohere-training-data-crawler,Meta-ExternalAgent,Meta-ExternalFetcher,FacebookBot,MistralAI-User,' +
  'DuckAssistBot,YouBot,Diffbot,AI2Bot,Timpibot,ImagesiftBot,PetalBot,Kagibot,DeepSeekBot'

const Named = z.object({ name: z.string(), version: z.string().nullable() })

export default defineTool({
  route: 'POST /api/user-agent',
  name: 'User agent reader',
  description:
    'Browser, operating system and device of a visitor, or the bot or AI crawler, behind a user-agent string.',
  asks: [
    'which browser sent this user agent header',
    'is this visitor a crawler or a real person',
    'which browser has the visitor',
    'is it a bot',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    userAgent: line(2_000).min(1).describe('The header of a request, up to 2,000 characters.'),
  }),
  output: z.object({
    browser: Named.nullable().describe('Browser; null if none is named.'),
    os: Named.nullable(),
    device: z.object({
      type: z.enum(['desktop', 'mobile', 'tablet', 'tv', 'bot', 'unknown']),
      vendor: z.string().nullable(),
      model: z.string().nullable(),
    }),
    engine: Named.nullable(),
    isBot: z
      .boolean()
      .describe('Whether it names itself as a program. Anybody may send any string.'),
    botName: z.string().nullable(),
    aiAgent: z.boolean().describe('Whether the bot belongs to a provider of language models.'),
  }),
  examples: [
    {
      input: {
        userAgent: 'Mozilla/5.0 (compatible; GPTBot/1.0; +https://openai.com/gptbot)',
      },
      output: {
        browser: null,
        os: null,
        device: { type: 'bot', vendor: null, model: null },
        engine: null,
        isBot: true,
        botName: 'GPTBot',
        aiAgent: true,
      },
    },
    {
      input: {
        userAgent:
          'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ' +
          'Chrome/120.0.0.0 Safari/537.36',
      },
    },
  ],

  async run({ userAgent }) {
    const aiName = AI_AGENTS.split(',').find((name) => hasToken(userAgent, name))
    const crawler = isbot(userAgent) ? await botName(userAgent) : null
    // A text that is no name of a program with a version, and of no known bot, tells nothing.
    const isBot =
      aiName !== undefined || crawler !== null || (isbot(userAgent) && PROGRAM.test(userAgent))
    const { browser, os, platform, engine } = bowser.parse(userAgent)
    const type = KINDS.find((kind) => kind === platform.type) ?? 'unknown'
    return {
      browser: isBot ? null : nameAndVersion(browser.name, browser.version),
      os: nameAndVersion(os.name, os.versionName ?? os.version),
      device: {
        type: isBot ? 'bot' : type,
        vendor: isBot ? null : (platform.vendor ?? null),
        model: isBot ? null : (platform.model ?? null),
      },
      engine: isBot ? null : nameAndVersion(engine.name, engine.version),
      isBot,
      botName: isBot ? (aiName ?? crawler) : null,
      aiAgent: aiName !== undefined,
    }
  },
})

const PROGRAM = /^[!#$%&'*+.^_`|~\w-]+\/v?\d/

const KINDS = ['desktop', 'mobile', 'tablet', 'tv'] as const

const nameAndVersion = (name: string | undefined, version: string | undefined) =>
  name ? { name, version: version ?? null } : null

const hasToken = (userAgent: string, name: string): boolean =>
  userAgent.toLowerCase().includes(name.toLowerCase())

/** The name before a version, as the list of crawlers finds it. */
async function botName(userAgent: string): Promise<string | null> {
  const { default: crawlers } = await import('crawler-user-agents')
  for (const { pattern } of crawlers) {
    const found = new RegExp(pattern).exec(userAgent)?.[0]
    if (found) return found.replace(/[/(\s]+$/, '')
  }
  return /[\w.-]*bot[\w.-]*/i.exec(userAgent)?.[0] ?? null
}
