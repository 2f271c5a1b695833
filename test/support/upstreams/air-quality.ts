import sensorCommunity from './sensor-community.ts'

/** Without a key of Open-Meteo. */
export default sensorCommunity
