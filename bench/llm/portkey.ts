import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../src/outside/net/free-port.ts'

/** Without the override, a fresh install of it answers no stream. */
const MANIFEST = {
  private: true,
  dependencies: { '@portkey-ai/gateway': '1.15.2' },
  overrides: { '@hono/node-server': '1.13.5' },
}

/** Another gateway, installed into a folder of its own for this run: no dependency of ours. */
export async function startPortkey(provider: string) {
  const folder = await mkdtemp(join(tmpdir(), 'farebox-portkey-'))
  await writeFile(join(folder, 'package.json'), JSON.stringify(MANIFEST))
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', ['install', ...quiet], { cwd: folder, stdio: 'inherit' })
  const port = await freePort('127.0.0.1')
  const script = join(folder, 'node_modules/@portkey-ai/gateway/build/start-server.js')
  const child = spawn(process.execPath, [script, `--port=${port}`, '--headless'], {
    stdio: 'ignore',
    env: { ...process.env, NODE_ENV: 'production', TRUSTED_CUSTOM_HOSTS: '127.0.0.1,localhost' },
  })
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(url).catch(() => null))) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    url: `${url}/v1/chat/completions`,
    headers: {
      authorization: 'Bearer none',
      'x-portkey-provider': 'openai',
      'x-portkey-custom-host': `${provider}/v1`,
    },
    async stop() {
      child.kill()
      await rm(folder, { recursive: true })
    },
  }
}
