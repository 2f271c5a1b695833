import type { Config } from '../config.ts'
import type { House } from '../house.ts'
import type { NetworkStatus } from '../payments/x402/facilitator.ts'

/** What a newcomer reads: what runs, where the data is, and four commands to paste. */
export function banner(house: House, config: Config): string {
  const { url, catalog, sandbox, metricsPort } = house
  const statuses = house.networkStatuses()
  const lines = [
    '',
    `Farebox sells ${catalog.tools.length} tools at ${url}`,
    `  data      ${config.DATABASE_URL ? 'PostgreSQL' : `SQLite in ${config.DATA_DIR}`}`,
    `  payments  ${paymentsOf(house, config)}`,
    ...networkLines(statuses),
    ...(sandbox ? [`  sandbox   ${sandbox.file} (chain, test keys, a credits key)`] : []),
    ...(metricsPort ? [`  metrics   http://127.0.0.1:${metricsPort}/metrics`] : []),
    ...(sandbox && config.NODE_ENV === 'production'
      ? ['', 'WARNING: this is the sandbox. Set PAY_TO to be paid in real money.']
      : []),
    '',
    'Try it:',
    ...commands(house, config).flatMap(([what, command]) => [`  # ${what}`, `  ${command}`]),
    '',
  ]
  return `${lines.join('\n')}\n`
}

function paymentsOf({ networkStatuses, sandbox }: House, { FREE_MODE, MPP }: Config): string {
  if (FREE_MODE) return 'none: everything is free'
  const statuses = networkStatuses()
  if (statuses.length === 0) return 'credits, proof of work'
  const protocols = MPP ? 'x402 and MPP' : 'x402'
  return `${protocols}${sandbox ? ' with test money' : ''}, credits, proof of work`
}

/** Each network, who settles there, and what is wrong with it. */
const networkLines = (statuses: readonly NetworkStatus[]): readonly string[] =>
  statuses.map(({ network, name, facilitators, isPayable, trouble }) => {
    const by = facilitators.length > 0 ? facilitators.join(', then ') : 'this service'
    const what = isPayable ? `settled by ${by}` : 'CANNOT BE PAID ON'
    return `            ${name} (${network}): ${what}${trouble ? `: ${trouble}` : ''}`
  })

function commands(
  { url, sandbox }: House,
  config: Config,
): readonly (readonly [what: string, command: string])[] {
  const call = `${elsewhere(url, config)}npm run -s call --`
  return [
    ['a free search', `curl -s '${url}/api/find?q=sha256+of+a+text'`],
    ['an unpaid call: 402 and the offers', `curl -si ${url}/api/hash --json '{"text":"hi"}'`],
    ['paid with work', `${call} pow hash '{"text":"hi"}'`],
    sandbox
      ? ['paid with test money', `${call} x402 hash '{"text":"hi"}'`]
      : [
          'paid with credits',
          `curl -s ${url}/api/hash -H 'Authorization: Bearer <CREDITS_KEY>' --json '{"text":"hi"}'`,
        ],
  ]
}

/** Scripts look for the server and its sandbox file where they are by default. */
function elsewhere(url: string, { DATA_DIR }: Config): string {
  const at = url === 'http://127.0.0.1:4020' ? '' : `FAREBOX_URL=${url} `
  return DATA_DIR === 'data' ? at : `${at}DATA_DIR=${DATA_DIR} `
}
