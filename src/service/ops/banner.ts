import type { Settings } from '../settings/config.ts'
import { commandOf } from '../../base/core/source-file.ts'
import type { NetworkStatus } from '../../selling/payments/x402/facilitator.ts'

/** What the banner says of an instance that has started. */
export interface Started {
  readonly url: string
  /** Address that buyers use. */
  readonly baseUrl: string
  readonly toolCount: number
  /** How many of the tools cannot run here: they lack a setting, an engine or a payable network. */
  readonly unavailableCount: number
  /** A call to show; null where no tool is for everybody. */
  readonly sample: {
    readonly slug: string
    readonly path: string
    readonly body: string
  } | null
  readonly networks: readonly NetworkStatus[]
  /** The sandbox file; null without a sandbox. */
  readonly sandboxFile: string | null
  readonly metricsUrl: string | null
  /** The provider of the language-model tools. */
  readonly models: string
  readonly warnings: readonly string[]
}

type Shown = Pick<Settings, 'serving' | 'payments'>

/** The first lines of the standard output: what runs, where the data is, commands to paste. */
export function banner(started: Started, settings: Shown): string {
  const { url, baseUrl, toolCount, unavailableCount, sandboxFile, metricsUrl } = started
  const { DATABASE_URL, DATA_DIR } = settings.serving
  const missing =
    unavailableCount > 0 ? `, ${unavailableCount} of them lack a setting or an engine` : ''
  const lines = [
    '',
    `Farebox sells ${toolCount} tools at ${url}${missing}`,
    ...(baseUrl === url ? [] : [`  public    ${baseUrl}`]),
    `  data      ${DATABASE_URL ? 'PostgreSQL' : `SQLite in ${DATA_DIR}`}`,
    `  payments  ${paymentsOf(started, settings)}`,
    ...networkLines(started.networks),
    `  models    ${started.models}`,
    ...(sandboxFile ? [`  sandbox   ${sandboxFile} (chain, test keys, a credits key)`] : []),
    ...(metricsUrl ? [`  metrics   ${metricsUrl}`] : []),
    ...started.warnings.map((sentence, at) => (at === 0 ? '\n' : '') + `WARNING: ${sentence}`),
    '',
    'Try it:',
    ...commands(started, settings).flatMap(([what, command]) => [`  # ${what}`, `  ${command}`]),
    '',
  ]
  return `${lines.join('\n')}\n`
}

function paymentsOf({ networks, sandboxFile }: Started, { serving, payments }: Shown): string {
  if (serving.FREE_MODE) return 'none: every tool is free'
  if (networks.length === 0) return 'credits, proof of work'
  const protocols = payments.MPP ? 'x402 and MPP' : 'x402'
  return `${protocols}${sandboxFile ? ' with test money' : ''}, credits, proof of work`
}

/** Each network, its settler, and its problem. */
const networkLines = (networks: readonly NetworkStatus[]): readonly string[] =>
  networks.map(({ network, name, facilitators, isPayable, trouble }) => {
    const by = facilitators.length > 0 ? facilitators.join(', then ') : 'this service'
    const what = isPayable ? `settled by ${by}` : 'CANNOT BE PAID ON'
    return `            ${name} (${network}): ${what}${trouble ? `: ${trouble}` : ''}`
  })

type Command = readonly [what: string, command: string]

function commands(started: Started, { serving }: Shown): readonly Command[] {
  const { url, sandboxFile, sample } = started
  const call = `${environmentOf(url, serving)}${commandOf('call')}`
  const find: Command = ['a free search', `curl -s '${url}/api/find?q=sha256+of+a+text'`]
  const unpaid = sample && `curl -si ${url}${sample.path} --json '${sample.body}'`
  if (serving.FREE_MODE)
    return [
      find,
      ...(unpaid ? [['a call, free of charge', unpaid] as const] : []),
      [
        'a memory of your own, by a name that you choose',
        `curl -si '${url}/api/memory?ns=ada' --json '{"key":"a","value":1}'`,
      ],
    ]
  if (!unpaid) return [find]
  const paidBy = (rail: string): string => `${call} ${rail} ${sample.slug} '${sample.body}'`
  return [
    find,
    ['an unpaid call: 402 and the offers', unpaid],
    ['paid by proof of work', paidBy('pow')],
    sandboxFile
      ? ['paid with test money', paidBy('x402')]
      : ['paid with credits', `${unpaid} -H 'Authorization: Bearer <CREDITS_KEY>'`],
  ]
}

/** Scripts look for the server and its sandbox file where they are by default. */
function environmentOf(url: string, { DATA_DIR }: Shown['serving']): string {
  const at = url === 'http://127.0.0.1:4020' ? '' : `FAREBOX_URL=${url} `
  return DATA_DIR === 'data' ? at : `${at}DATA_DIR=${DATA_DIR} `
}
