/** How a test run ended, as vitest writes it with `--reporter=json`. */
export interface Report {
  /** False where anything went wrong, such as an error that no test caught. */
  readonly success: boolean
  readonly testResults: readonly TestFile[]
}

interface TestFile {
  readonly name: string
  readonly status: string
  readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
}

export interface Summary {
  /** Two lines. */
  readonly text: string
  readonly isGood: boolean
}

/**
 * Adds up runs that share the tests between them: a test that one run skips and another runs has
 * run. A run without a report counts as one failure.
 */
export function summaryOf(reports: readonly (Report | null)[]): Summary {
  const ended = new Map<string, string>()
  let broken = 0
  for (const report of reports) {
    const results = report === null ? [] : resultsOf(report)
    for (const [test, status] of results)
      if (status !== 'skipped' || !ended.has(test)) ended.set(test, status)
    const failures = results.filter(([, status]) => status === 'failed').length
    if (!report?.success && failures === 0) broken += 1
  }
  const count = (status: string): number =>
    [...ended.values()].filter((given) => given === status).length
  const [passed, skipped, failed] = [count('passed'), count('skipped'), count('failed') + broken]
  const parts = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    `${passed} passed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ]
  const total = passed + failed + skipped
  const lines = [
    `      Tests  ${parts.join(' | ')} (${total})`,
    `${passed} passed, ${failed} failed`,
  ]
  return { text: `${lines.join('\n')}\n`, isGood: failed === 0 && passed > 0 }
}

type Ended = readonly [test: string, status: string]

/** Of each test, by a name of its own, how it ended. */
function resultsOf({ testResults }: Report): readonly Ended[] {
  return testResults.flatMap(({ name, status, assertionResults }): readonly Ended[] => {
    // A file that could not even be loaded has no tests to fail, and counts as one.
    if (status === 'failed' && assertionResults.length === 0) return [[name, 'failed']]
    const seen = new Map<string, number>()
    return assertionResults.map((result) => {
      const nth = (seen.get(result.fullName) ?? 0) + 1
      seen.set(result.fullName, nth)
      return [`${name} ${nth} ${result.fullName}`, endOf(result.status)]
    })
  })
}

const endOf = (status: string): string =>
  status === 'passed' || status === 'failed' ? status : 'skipped'
