import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

export interface Done {
  /** `done`, or the code of the fault. */
  readonly code: string
  /** Processor time of all threads, in milliseconds. */
  readonly workMs: number
}

const LONGEST_MS = 110_000

/**
 * Runs a tool with one input after another in a process of its own. Libraries work in threads of
 * the runtime, whose processor time only the whole process tells.
 */
export async function workApart(tool: URL, inputs: readonly unknown[]): Promise<readonly Done[]> {
  const program = `
    import { json } from 'node:stream/consumers'
    const { default: tool } = await import(${JSON.stringify(tool.href)})
    const answers = []
    for (const input of await json(process.stdin)) {
      const before = process.cpuUsage()
      const run = tool.run(tool.input.parse(input))
      const code = await run.then(() => 'done', (fault) => String(fault.code ?? fault))
      const { user, system } = process.cpuUsage(before)
      answers.push({ code, workMs: (user + system) / 1_000 })
    }
    console.log(JSON.stringify(answers))`
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', program]
  const done = promisify(execFile)(process.execPath, args, { timeout: LONGEST_MS })
  done.child.stdin?.end(JSON.stringify(inputs))
  return JSON.parse((await done).stdout) as readonly Done[]
}
