import { getDomain } from 'tldts'
import { z } from 'zod'
import { badInput, Fault } from '../../../../base/core/fault.ts'
import { DAY_MS } from '../../../../base/core/milliseconds.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import type { PhishingVerdict } from '../../../../capabilities/kept/_phishing-domains-thread.ts'
import { phishingDomains } from '../../../../capabilities/kept/phishing-domains.ts'
import { lookAlikeOf } from '../../../../engines/language/look-alike.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { rdap } from '../../../../capabilities/upstreams/rdap.ts'

const YOUNG_DAYS = 30

export default defineTool({
  route: 'GET /api/phishing-site',
  name: 'Phishing site check',
  description:
    'Is a site phishing: on the crypto phishing list, a look-alike of a known name, or very new?',
  asks: [
    'is this site on a phishing list',
    'phishing check of a site: is it a look-alike of a known name',
    'is this link a trap',
    'fake website of my bank',
    'scam page',
    'copycat domain',
  ],
  price: '$0.002',
  uses: { phishingDomains, rdap },
  input: z.object({ url: webUrl().describe('Address of the site, http or https.') }),
  output: z.object({
    url: z.string().describe('The address.'),
    phishing: z.boolean().describe('Whether a list names it. False proves nothing.'),
    verdict: z
      .enum(['listed', 'look-alike', 'new-domain', 'trusted', 'not-listed'])
      .describe(
        'listed: a list names it; look-alike: it imitates a known name; new-domain: registered in the last 30 days; trusted: the list exempts it; not-listed: nothing was found, which is no proof.',
      ),
    sources: z
      .array(
        z.object({
          source: z.string().describe('Name of the list.'),
          verdict: z.enum(['phishing', 'trusted', 'not-listed']).describe('Verdict of the list.'),
          listVersion: z.string().describe('Version of the list, and when it was last checked.'),
        }),
      )
      .describe('Lists that were asked.'),
    domainAgeDays: z.int().nullable().describe('Days since the registration; null if unknown.'),
    lookalikeOf: z.string().nullable().describe('Known domain that it imitates.'),
    reasons: z.array(z.string()).describe('Reasons for suspicion.'),
  }),
  examples: [
    {
      input: { url: 'https://unisvvap.org/claim' },
      at: '2026-06-02T00:00:00Z',
      output: {
        url: 'https://unisvvap.org/claim',
        phishing: false,
        verdict: 'look-alike',
        sources: [
          {
            source: 'MetaMask phishing list',
            verdict: 'not-listed',
            listVersion: '2, 2026-06-02T00:00:00.000Z',
          },
        ],
        domainAgeDays: null,
        lookalikeOf: 'uniswap.org',
        reasons: ['It imitates uniswap.org: letters that look like those of the name.'],
        source: 'MetaMask phishing list (eth-phishing-detect), RDAP',
        asOf: '2026-06-01T06:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { url: 'https://www.free-airdrop.app/' } },
  ],

  async run({ url }, { phishingDomains, rdap, now }) {
    const host = hostOf(url)
    const list = await phishingDomains.list()
    const [listed, record] = await Promise.all([
      verdictOf(host, async (name) => list.rowsOf(name)),
      rdap.domain(getDomain(host, { validateHostname: false }) ?? host).catch(withoutAge),
    ])
    const { imitated, version } = list.meta
    const alike = listed === 'trusted' ? null : lookAlikeOf(host, imitated)
    const created = record?.events?.find(({ eventAction }) => eventAction === 'registration')
    const createdMs = Date.parse(created?.eventDate ?? '')
    const ageDays = Number.isNaN(createdMs) ? null : Math.floor((now() - createdMs) / DAY_MS)
    const isNew = ageDays !== null && ageDays < YOUNG_DAYS
    const checked = new Date(list.checkedAtMs).toISOString()
    return {
      url,
      phishing: listed === 'phishing',
      verdict:
        listed === 'phishing'
          ? 'listed'
          : alike
            ? 'look-alike'
            : (listed ?? (isNew ? 'new-domain' : 'not-listed')),
      sources: [
        {
          source: 'MetaMask phishing list',
          verdict: listed ?? 'not-listed',
          listVersion: `${version}, ${checked}`,
        },
      ],
      domainAgeDays: ageDays,
      lookalikeOf: alike?.domain ?? null,
      reasons: [
        ...(listed === 'phishing' ? ['The MetaMask phishing list names it.'] : []),
        ...(alike ? [`It imitates ${alike.domain}: ${alike.how}.`] : []),
        ...(isNew ? [`Its domain was registered ${ageDays} days ago.`] : []),
      ],
    }
  },
})

/** Some registries do not answer; then only the list counts. */
function withoutAge(thrown: unknown): null {
  if (thrown instanceof Fault && thrown.code !== 'caller_gone') return null
  throw thrown
}

function hostOf(url: string): string {
  const host = URL.parse(url)?.hostname.replace(/\.$/, '')
  if (!host?.includes('.')) throw badInput('url: must be an address with a domain name.')
  return host
}

/** The verdict of the list on the host, or on the nearest domain above it that the list names. */
async function verdictOf(
  host: string,
  rowsOf: (name: string) => Promise<readonly PhishingVerdict[]>,
): Promise<PhishingVerdict | null> {
  const labels = host.split('.')
  const names = labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'))
  const found = await Promise.all(names.map(rowsOf))
  // A shop on a platform is listed by itself; the exemption of the platform does not cover it.
  const first = found.find((verdicts) => verdicts.length > 0)
  return first ? (first.includes('phishing') ? 'phishing' : 'trusted') : null
}
