import type { Capability, Host } from '../src/base/core/capability.ts'
import { callContext } from '../test/support/call-context.ts'
import type { NamedRecording } from '../test/support/recordings/form.ts'

const HEAD = `# Recorded answers

Made by \`npm run recordings\` from the files beside it. \`real\` is an answer as a provider gave it, cut to what matters; \`reduced\` has
the same shape, types, nulls and oddities with other values; \`example\` is one that the provider publishes. A test plays all of them
through their clients, sound and spoilt.
`

/** Where an answer was looked for in vain, by `<provider>/<operation>`. */
export type Sought = Readonly<Record<string, string>>

/** The text of `test/recordings/INDEX.md`. */
export function indexOf(
  recordings: readonly NamedRecording[],
  capabilities: readonly Capability<unknown>[],
  sought: Sought,
): string {
  const singles = capabilities
    .filter((one) => one.providers?.length === 1)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const rows = singles.map((capability) => rowOf(capability, recordings))
  const recorded = rows.filter(({ isRecorded }) => isRecorded)
  const whole = recorded.filter(({ without }) => without.length === 0)
  const told = recorded.map(({ text }) => text)
  const none = rows.filter(({ isRecorded }) => !isRecorded).map(({ name }) => name)
  const missing = rows.flatMap(({ name, without }) => without.map((one) => `${name}/${one}`))
  return [
    HEAD,
    `${recordings.length} recordings of ${recorded.length} of ${rows.length} providers; ` +
      `${whole.length} have one for each operation.`,
    '',
    '| Provider | Operations | Without | Kind | Date | Origin |',
    '|---|---|---|---|---|---|',
    ...told,
    '',
    `None yet: ${none.join(', ') || 'none'}.`,
    '',
    '## Not found',
    '',
    'Where an answer of these operations was looked for (`sought.json`).',
    '',
    '| Operation | Looked for |',
    '|---|---|',
    ...missing.map((one) => `| ${one} | ${sought[one] ?? 'not yet'} |`),
    '',
  ].join('\n')
}

function rowOf(capability: Capability<unknown>, recordings: readonly NamedRecording[]) {
  const { name } = capability
  const own = recordings.filter(({ provider }) => provider === name)
  const covered = new Set(own.map(({ call }) => call.operation))
  const without = operationsOf(capability).filter((one) => !covered.has(one))
  const kinds = own.map(({ kind, origin }) => (origin.isExample ? 'example' : kind))
  const origins = own.map(
    ({ origin: { repository, path, commit, licence } }) =>
      `${repository} ${path}${commit ? ` @${commit.slice(0, 8)}` : ''} (${licence})`,
  )
  const cells = [
    name,
    own.map((one) => one.name).join(', '),
    without.join(', '),
    listed(kinds),
    listed(own.map(({ date }) => date)),
    listed(origins),
  ]
  const text = `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return { name, isRecorded: own.length > 0, without, text }
}

const listed = (values: readonly string[]): string => [...new Set(values)].toSorted().join(', ')

/** The functions that a capability lends, so far as it lends any without its settings. */
function operationsOf(capability: Capability<unknown>): readonly string[] {
  const host = {
    now: () => 0,
    setting: (name: string) => (/_(KEY|AGREED)$/.test(name) ? 'true' : undefined),
    onClose: () => {},
  } as unknown as Host
  const api = capability.open(host)(callContext()) as Readonly<Record<string, unknown>>
  return Object.keys(api).filter(
    (name) => typeof api[name] === 'function' && !CALCULATED.has(`${capability.name}/${name}`),
  )
}

/** Functions that ask nobody. */
const CALCULATED: ReadonlySet<string> = new Set(['terrain-tiles/resolutionM'])
