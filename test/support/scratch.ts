import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** A container often has 64 MB there. */
const BYTES_MIN = 6 * 1024 ** 3

/**
 * Around a whole run: temporary folders lie in memory where there is enough of it, since databases
 * of tests wait for the disk half of their time.
 */
export default function setup(): (() => void) | undefined {
  const folder = folderInMemory()
  if (folder === null) return undefined
  process.env['TMPDIR'] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

/** Null where programs of tests may not run, or too little fits. */
function folderInMemory(): string | null {
  let folder: string | null = null
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    if (bavail * bsize < BYTES_MIN) return null
    folder = mkdtempSync(join(MEMORY, 'farebox-'))
    // Servers of tests run as another account.
    chmodSync(folder, 0o755)
    const program = join(folder, 'program')
    writeFileSync(program, '', { mode: 0o755 })
    accessSync(program, constants.X_OK)
    return folder
  } catch {
    if (folder !== null) rmSync(folder, { recursive: true, force: true })
    return null
  }
}
