import { createBrowsers } from '../../src/outside/net/browser.ts'
import type { Host } from '../../src/base/core/capability.ts'
import { callContext } from './call-context.ts'

/** A process that has a page open, and is never told to close it. */
const host = { setting: () => undefined, onClose: () => {} } as unknown as Host
const browser = createBrowsers().browser.open(host)(callContext())
await browser.print({ html: '<p>ready' }, { paper: 'A4', landscape: false })
process.stdout.write('ready\n')
await browser.print({ html: '<script>for (;;);</script>' }, { paper: 'A4', landscape: false })
