import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import {
  chromium,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core'
import { createFolders } from '../../src/outside/net/_browser-folders.ts'
import { install } from '../../src/outside/net/_browser-install.ts'

/** A real browser that visits the pages of a service on this machine. */
export interface Visitor {
  /** A page of a new visitor. `problems` gathers what its console and its scripts complain of. */
  visit(url: string, options?: BrowserContextOptions): Promise<Visit>
  close(): Promise<void>
}

export interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  readonly problems: string[]
  /** Addresses of other hosts that were asked for. */
  readonly strangers: string[]
}

export async function openVisitor(): Promise<Visitor> {
  const { cache, scratch, drop } = await createFolders()
  const { executablePath, environment } = await install(cache)
  const browser = await chromium.launch({
    executablePath,
    chromiumSandbox: false,
    args: ['--disable-gpu', '--disable-dev-shm-usage', '--no-zygote'],
    env: { ...environment, HOME: scratch, TMPDIR: scratch, LANG: 'C.UTF-8' },
  })
  return {
    async visit(url, options = {}) {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 900 },
        ...options,
      })
      const page = await context.newPage()
      const problems: string[] = []
      const strangers: string[] = []
      page.on('pageerror', (thrown) => problems.push(thrown.message))
      page.on('console', (said) => {
        if (said.type() === 'error' && !said.text().startsWith('Failed to load resource'))
          problems.push(said.text())
      })
      page.on('request', (request) => {
        const asked = request.url()
        if (/^https?:/.test(asked) && !new URL(asked).hostname.startsWith('127.0.0.1'))
          strangers.push(asked)
      })
      await page.goto(url)
      return { page, context, problems, strangers }
    },
    async close() {
      await browser.close()
      await drop()
    },
  }
}

/** What axe finds wrong with a page, one sentence each. The visit must bypass the policy. */
export async function violationsOn(page: Page): Promise<readonly string[]> {
  const axe = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'))
  await page.evaluate(await readFile(axe, 'utf8'))
  const { violations } = (await page.evaluate('axe.run()')) as {
    readonly violations: readonly { readonly id: string; readonly nodes: { html: string }[] }[]
  }
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`)
}
