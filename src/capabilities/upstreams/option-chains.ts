import type { CallContext, Capability, Host } from '../../base/core/capability.ts'
import { firstSuccess } from '../../base/core/failover.ts'
import { Fault } from '../../base/core/fault.ts'
import { isSet, type Setting } from '../../base/core/setting.ts'
import { ALPHAVANTAGE_API_KEY, alphaVantage } from './alpha-vantage.ts'
import { cboe, CBOE_AGREED } from './cboe.ts'

/** A chain as its provider sends it: megabytes, which a thread parses. */
export interface ChainText {
  readonly provider: 'alpha-vantage' | 'cboe'
  readonly text: string
  /** Price of the security; null if the text holds it. */
  readonly spot: number | null
}

export interface OptionChains {
  chain(ticker: string): Promise<ChainText>
}

/** Checked before megabytes go to a thread: then the other provider can still be asked. */
function begun(text: string, title: string): string {
  if (/^\s*\{[^]{0,500}?"(?:data|Information)"\s*:/.test(text.slice(0, 1_000))) return text
  throw new Fault('upstream_failed', `${title} answered in an unknown shape.`)
}

type Source = (call: CallContext) => (ticker: string) => Promise<ChainText>

const SOURCES: readonly (readonly [setting: Setting, open: (host: Host) => Source])[] = [
  [
    ALPHAVANTAGE_API_KEY,
    (host) => {
      const open = alphaVantage.open(host)
      return (call) => async (ticker) => {
        const provider = open(call)
        const text = begun(await provider.optionsText(ticker), 'Alpha Vantage')
        const { price } = await provider.quote(ticker)
        return { provider: 'alpha-vantage', text, spot: price }
      }
    },
  ],
  [
    CBOE_AGREED,
    (host) => {
      const open = cboe.open(host)
      return (call) => async (ticker) => ({
        provider: 'cboe',
        text: begun(await open(call).optionsText(ticker), 'Cboe'),
        spot: null,
      })
    },
  ],
]

/** The provider that the operator may resell; the one with a commercial plan first. */
export const optionChains: Capability<OptionChains> = {
  name: 'option-chains',
  texts: 'own',
  settings: [{ ...ALPHAVANTAGE_API_KEY, need: 'one-of' }, CBOE_AGREED],
  live: true,
  providers: [...(alphaVantage.providers ?? []), ...(cboe.providers ?? [])],
  open(host) {
    const [first, ...others] = SOURCES.filter(([setting]) =>
      isSet(setting, (name) => host.setting(name)),
    ).map(([, open]) => open(host))
    if (!first) throw new Fault('not_configured', 'ALPHAVANTAGE_API_KEY or CBOE_AGREED is not set.')
    return (call) => ({
      chain: (ticker) => firstSuccess([first, ...others], (source) => source(call)(ticker)),
    })
  },
}
