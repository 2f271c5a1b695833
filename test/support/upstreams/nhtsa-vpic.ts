import { standIn } from './define.ts'

/** vpic.nhtsa.dot.gov/api: DecodeVinValues, all of it text, empty where nothing is known. */
const ACCORD = {
  Make: 'HONDA',
  Model: 'Accord',
  ModelYear: '2003',
  Trim: 'EX-V6',
  BodyClass: 'Coupe',
  EngineCylinders: '6',
  DisplacementL: '2.998832712',
  EngineHP: '240',
  EngineModel: 'J30A4',
  FuelTypePrimary: 'Gasoline',
  PlantCity: 'MARYSVILLE',
  PlantState: 'OHIO',
  PlantCountry: 'UNITED STATES (USA)',
  PlantCompanyName: '',
  ErrorCode: '0',
  ErrorText: '0 - VIN decoded clean. Check Digit (9th position) is correct',
  VIN: '1HGCM82633A004352',
}

const UNKNOWN = {
  Make: '',
  Model: '',
  ModelYear: '',
  ErrorCode: '1,7',
  ErrorText:
    '1 - Check Digit (9th position) does not calculate properly; 7 - Manufacturer is not registered',
}

export default standIn({
  at: 'UPSTREAM_NHTSA_VPIC_URL',
  answer({ path }) {
    const [, vin] = /^\/api\/vehicles\/DecodeVinValues\/(.+)$/.exec(path) ?? []
    if (!vin) return undefined
    const Results = [vin === ACCORD.VIN ? ACCORD : UNKNOWN]
    return { Count: 1, Message: 'Results returned successfully', SearchCriteria: '', Results }
  },
})
