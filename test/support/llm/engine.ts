import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { isEngineInstalled } from '../../../src/capabilities/llm/local/engine.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** Installs the engine by the command of the operator, once for all runs of this folder. */
export async function installEngine(): Promise<void> {
  if (isEngineInstalled()) return
  const child = spawn('npm', ['run', '-s', 'models:install'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const complaint = text(child.stderr)
  const [code] = (await once(child, 'exit')) as [number]
  if (code !== 0) throw new Error(`the engine cannot be installed: ${await complaint}`)
}
