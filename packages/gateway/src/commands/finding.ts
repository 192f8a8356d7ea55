import type { Application } from '@roster/core'
import type { SettingName, Settings } from '../settings/schema.ts'

/** The result of a check, and what to do about it. */
export interface Finding {
  kind: 'fine' | 'warning' | 'fault'
  text: string
}

/** The service that is checked. */
export interface Patient {
  application: Application
  settings: Settings
  /** Returns the environment variable of a setting. */
  called: (name: SettingName) => string
}

export const fine = (text: string): Finding => ({ kind: 'fine', text })
export const warning = (text: string): Finding => ({ kind: 'warning', text })
export const fault = (text: string): Finding => ({ kind: 'fault', text })
