import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { DAY_MS } from '../../../../base/core/milliseconds.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'
import { depsDev } from '../../../../capabilities/upstreams/deps-dev.ts'
import { npmRegistry } from '../../../../capabilities/upstreams/npm-registry.ts'
import { osv } from '../../../../capabilities/upstreams/osv.ts'
import { pypi } from '../../../../capabilities/upstreams/pypi.ts'
import { pypistats } from '../../../../capabilities/upstreams/pypistats.ts'
import {
  ECOSYSTEMS,
  installedBy,
  type InstallTarget,
} from '../../../../engines/dangers/install-command.ts'
import {
  NOTHING_KNOWN,
  advisoriesOf,
  factsOf,
  malwareOf,
  type Facts,
  type Malware,
} from './_install-facts.ts'
import { lookAlikeOf } from './_look-alikes.ts'

const PACKAGES_MAX = 50
const AT_ONCE = 10
/** PyPI Stats allows one request in two seconds. */
const PYPI_COUNTED_MAX = 5
const YOUNG_DAYS = 30
const FEW_DOWNLOADS = 1_000
/** With so many downloads, it is unlikely that all users mistyped the name. */
const MANY_DOWNLOADS = 100_000

type InstallVerdict = 'ok' | 'look' | 'refuse'
const VERDICTS: readonly InstallVerdict[] = ['ok', 'look', 'refuse']

export default defineTool({
  route: 'POST /api/package-install-check',
  name: 'Package install check',
  description:
    'Before an install: does each package exist, how old is it, is it known malware or a look-alike of a known name, does it run install scripts?',
  asks: [
    'is this install command safe to run: typosquatted or hallucinated names',
    'check before install whether a package is malware, made up or a look-alike',
    'did the AI invent this package',
    'is it safe to pip install',
    'typosquatting',
  ],
  price: '$0.005',
  uses: { depsDev, npmRegistry, osv, pypi, pypistats },
  input: z.object({
    packages: z
      .array(
        z.object({
          ecosystem: z.enum(ECOSYSTEMS).describe('Ecosystem where the package is published.'),
          name: line(214)
            .min(1)
            .describe('Name of the package; group:artifact for Maven, the module path for Go.'),
          version: line(100).min(1).optional().describe('Exact version. Default: the newest.'),
        }),
      )
      .min(1)
      .max(PACKAGES_MAX)
      .optional()
      .describe('1 to 50 packages. Give this or command.'),
    command: line(5_000)
      .optional()
      .describe('A shell line that installs, such as npm i viem && pip install httpx.'),
  }),
  output: z.object({
    results: z.array(
      z.object({
        ecosystem: z.string(),
        name: z.string(),
        version: z.string().nullable().describe('Version that was checked.'),
        verdict: z
          .enum(['ok', 'look', 'refuse'])
          .describe('Verdict; look: read the problems before you install.'),
        exists: z
          .boolean()
          .nullable()
          .describe('Null if only an index was asked and did not know it.'),
        ageDays: z.int().nullable().describe('Whole days since its first version.'),
        downloadsWeek: z
          .int()
          .nullable()
          .describe(
            `Weekly downloads, for npm and the first ${PYPI_COUNTED_MAX} of PyPI; null if unknown.`,
          ),
        installScripts: z
          .array(z.string())
          .nullable()
          .describe('Scripts that run during installation, for npm; null if unknown.'),
        malicious: z.array(z.string()).describe('OSV ids that call this version malware.'),
        similarTo: z.string().nullable().describe('Well-known name that it may be mistaken for.'),
        problems: z.array(z.string()),
      }),
    ),
    safe: z
      .boolean()
      .describe(
        'Whether all are ok and nothing was left unread. It is no proof that they are harmless.',
      ),
    unread: z.array(z.string()).describe('Parts of the command that were not checked.'),
  }),
  examples: [
    {
      input: { packages: [{ ecosystem: 'npm', name: 'expresss' }] },
      at: '2026-03-01T00:00:00Z',
      output: {
        results: [
          {
            ecosystem: 'npm',
            name: 'expresss',
            version: '1.0.0',
            verdict: 'refuse',
            exists: true,
            ageDays: 4,
            downloadsWeek: 12,
            installScripts: ['postinstall'],
            malicious: ['MAL-2026-1234'],
            similarTo: 'express',
            problems: [
              'It is known malware: MAL-2026-1234.',
              'Its name is almost the same as express.',
              'It is 4 days old.',
              'It runs postinstall during installation, and has few users.',
            ],
          },
        ],
        safe: false,
        unread: [],
        source: 'OSV, deps.dev (CC BY 4.0), npm',
        asOf: '2026-03-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { command: 'npm i viem@2.21.0 && pip install httpx' }, at: '2026-03-01T00:00:00Z' },
  ],

  async run({ packages, command }, { now, ...world }) {
    if ((packages === undefined) === (command === undefined))
      throw badInput('packages: give either packages or command.')
    const read =
      command === undefined ? { packages: packages ?? [], unread: [] } : installedBy(command)
    const wanted = read.packages
    if (wanted.length > PACKAGES_MAX)
      throw badInput(`command: installs ${wanted.length} packages; must be at most ${PACKAGES_MAX}`)
    const known = await advisoriesOf(wanted, world)
    const counted = new Set(
      wanted.filter(({ ecosystem }) => ecosystem === 'pypi').slice(0, PYPI_COUNTED_MAX),
    )
    const results: ReturnType<typeof judged>[] = []
    for (let at = 0; at < wanted.length; at += AT_ONCE) {
      const some = wanted.slice(at, at + AT_ONCE).map(async (one, offset) => {
        const facts = await factsOf(one, counted.has(one), world)
        const malware = await malwareOf(one, facts, known[at + offset] ?? NOTHING_KNOWN, world)
        return judged(one, facts, malware, now())
      })
      results.push(...(await Promise.all(some)))
    }
    const safe = read.unread.length === 0 && results.every(({ verdict }) => verdict === 'ok')
    return { results, safe, unread: [...read.unread] }
  },
})

function judged(wanted: InstallTarget, facts: Facts, malware: Malware, nowMs: number) {
  const { ecosystem, name } = wanted
  const { exists, version, firstIso, downloadsWeek, installScripts } = facts
  const ageDays = firstIso === null ? null : Math.floor((nowMs - Date.parse(firstIso)) / DAY_MS)
  const similarTo = lookAlikeOf(ecosystem, name)
  const isUsed = downloadsWeek !== null && downloadsWeek >= MANY_DOWNLOADS
  const isNew = ageDays !== null && ageDays < YOUNG_DAYS
  const isRare = isNew || (downloadsWeek !== null && downloadsWeek < FEW_DOWNLOADS)
  const problems: (readonly [InstallVerdict, string])[] = []
  const say = (when: boolean, verdict: InstallVerdict, what: string): void => {
    if (when) problems.push([verdict, what])
  }
  say(
    malware.ids.length > 0,
    'refuse',
    `It is known malware: ${malware.ids.slice(0, 5).join(', ')}.`,
  )
  say(exists === false, 'refuse', 'There is no such package.')
  say(
    exists === null,
    'look',
    'deps.dev does not know this package: it does not exist, or it is new.',
  )
  say(exists === true && version === null, 'refuse', `It has no version ${wanted.version ?? ''}.`)
  say(
    malware.others.length > 0,
    'look',
    `Other versions were malware: ${malware.others.slice(0, 5).join(', ')}.`,
  )
  say(malware.isCut, 'look', 'It has more advisories than were read.')
  say(similarTo !== null, isUsed ? 'ok' : 'look', `Its name is almost the same as ${similarTo}.`)
  say(isNew, 'look', `It is ${ageDays} days old.`)
  say(
    exists === true && ageDays === null,
    'look',
    'Its age is unknown, which is common for new packages.',
  )
  say(
    isRare && (installScripts ?? []).length > 0,
    'look',
    `It runs ${(installScripts ?? []).join(', ')} during installation, and has few users.`,
  )
  for (const warning of facts.warnings) say(true, 'look', warning)
  const worst = Math.max(0, ...problems.map(([verdict]) => VERDICTS.indexOf(verdict)))
  return {
    ecosystem,
    name,
    version,
    verdict: VERDICTS[worst] ?? 'look',
    exists,
    ageDays,
    downloadsWeek,
    installScripts: installScripts && [...installScripts],
    malicious: [...malware.ids],
    similarTo,
    problems: problems.map(([, what]) => what),
  }
}
