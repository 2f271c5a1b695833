import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Processes that the tests of one worker share: no test knows which is the last. */
const FOLDER = 'FAREBOX_TEST_CHILDREN'

/** Around a whole run: what is still alive at its end is ended. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'farebox-children-'))
  process.env[FOLDER] = folder
  return () => {
    for (const pid of readdirSync(folder)) end(Number(pid))
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Has that process ended with the run. */
export function endsWithRun(pid: number): void {
  const folder = process.env[FOLDER]
  if (folder) writeFileSync(join(folder, String(pid)), '')
}

function end(pid: number): void {
  try {
    process.kill(pid)
  } catch {
    // It is gone already.
  }
}
