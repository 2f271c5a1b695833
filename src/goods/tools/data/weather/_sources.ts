import { crossCheckField } from '../../../../base/lib/cross-check.ts'

export const weatherCrossCheck = () =>
  crossCheckField('MET Norway, and Open-Meteo if this instance has its key')
