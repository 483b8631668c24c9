/** What the command line says about the studio. */
export interface StudioFlags {
  readonly port: number;
  /** Whether other computers in the network may ask for it. */
  readonly host?: boolean;
  /** The folder to write the page into, instead of serving it. */
  readonly out?: string;
  readonly open: boolean;
}
