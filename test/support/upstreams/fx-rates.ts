import type { StandIn } from './define.ts'
import ecb from './ecb.ts'
import frankfurter from './frankfurter.ts'

/** Both providers, each in a server of its own. */
const fxRates: StandIn = async (said) => ({ ...(await frankfurter(said)), ...(await ecb(said)) })

export default fxRates
