/** Spaces that say how much ink there is, not what it looks like (ISO 32000-1, 8.6.4). */
export type DeviceSpace = "DeviceGray" | "DeviceRGB" | "DeviceCMYK";
