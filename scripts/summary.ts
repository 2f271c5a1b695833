import { readFile } from 'node:fs/promises'

/** Says in plain words how a test run ended that left its report as JSON. */
interface Report {
  /** False where anything went wrong, such as an error that no test caught. */
  readonly success: boolean
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: readonly {
    readonly status: string
    readonly assertionResults: readonly unknown[]
  }[]
}

const NOTHING: Report = {
  success: false,
  numPassedTests: 0,
  numFailedTests: 1,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
}

const [file = ''] = process.argv.slice(2)
const report = await read(file)
/** A file that could not even be loaded has no tests to fail, and counts as one. */
const broken = report.testResults.filter(
  ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
).length
const failed = Math.max(report.numFailedTests + broken, report.success ? 0 : 1)
const skipped = report.numPendingTests + report.numTodoTests
const parts = [
  ...(failed > 0 ? [`${failed} failed`] : []),
  `${report.numPassedTests} passed`,
  ...(skipped > 0 ? [`${skipped} skipped`] : []),
]
const total = report.numPassedTests + failed + skipped
process.stdout.write(`      Tests  ${parts.join(' | ')} (${total})\n`)
process.stdout.write(`${report.numPassedTests} passed, ${failed} failed\n`)
process.exitCode = failed === 0 && report.numPassedTests > 0 ? 0 : 1

async function read(path: string): Promise<Report> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Report
  } catch {
    process.stderr.write('The test run left no report.\n')
    return NOTHING
  }
}
