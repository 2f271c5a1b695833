import { unpaidContext } from '../../selling/call/call.ts'
import type { Running } from '../../selling/call/run.ts'
import type { CallRequest } from '../../base/core/call.ts'
import { Fault } from '../../base/core/fault.ts'
import { missingEngine } from '../../base/core/optional-engines.ts'
import { isInstalled } from '../../selling/catalog/installed-engines.ts'
import { printer, type Printer } from '../../outside/net/browser.ts'

/** Pages of this instance on paper, by its own browser and without any network. */
export interface Printing {
  print(html: string, request: CallRequest): Promise<Uint8Array>
}

const PAPER = { paper: 'A4', landscape: false, marginMm: 15, pageNumbers: true } as const
/** Named where a page cannot be printed. */
const SUBJECT = 'report'

export const openPrinting = ({ open }: Pick<Running, 'open'>): Printing => ({
  async print(html, request) {
    if (!isInstalled('browser'))
      throw new Fault('not_configured', `No page is printed here: ${missingEngine('browser')}`)
    const opened = open({ printer }, unpaidContext(request))['printer'] as Printer
    const { bytes } = await opened.print(html, PAPER, SUBJECT)
    return bytes
  },
})
