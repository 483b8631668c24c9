import { latin1Bytes } from "../../rules/bytes.ts";
import { type CodedFont, codedFont } from "../fonts/coded-font.ts";
import { PdfDocument } from "./document.ts";
import type { Kit, PdfInformation, Reference } from "./kit.ts";
import { type Area, PT_PER_MM, type Size } from "../geometry.ts";
import type { TextLine } from "./canvas.ts";

/** The area is in mm from the top left corner of the open page. */
interface FieldPlace extends Area {
  /** The parts of its name, from the outermost on. None may have a point. */
  readonly path: readonly string[];
  /** What it is for: the tooltip, which screen readers read out. */
  readonly tip: string;
}

interface TextField extends FieldPlace {
  readonly align: "left" | "centre" | "right";
  readonly sizePt: number;
  /** Characters that it takes at most. */
  readonly longest: number;
  /** Turned by 90 degrees, reading upwards. */
  readonly upwards?: boolean;
  /** Can be read and not written to. */
  readonly locked?: boolean;
  readonly scripts?: FieldScripts;
}

/** Scripts: at every key, when the field is left, and whenever some field was left, then in the order in which fields were added. */
type FieldScripts = Readonly<Partial<Record<"keystroke" | "validate" | "calculate", string>>>;

export interface FormInformation extends PdfInformation {
  /** Runs when a viewer opens the document. */
  readonly script: string;
  readonly keywords: string;
}

/** An element of the structure. */
type Element = ReturnType<Kit["struct"]>;

/** By which fields name the font. */
const FONT_NAME = "Regular";
const TICK_NAME = "Tick";
/** Flags of fields and of their places on the page (ISO 32000-1, 12.5.3 and 12.7.3.1). */
const LOCKED = 1;
const PRINTED = 4;
const HIDDEN = 2;
const NOT_SPELLED = 1 << 22;

/**
 * A PDF form (ISO 32000-1, 12.7). The tab key leads through the fields in the order in which they were added. They are written with a
 * font that is embedded whole, and have an appearance from the start, so that all viewers show the same.
 */
export class PdfForm extends PdfDocument {
  readonly #font: Reference;
  /** Groups, scripts and appearances that several fields share. */
  readonly #shared = new Map<string, Reference>();
  readonly #calculated: Reference[] = [];

  /** The elements of the document and of the open page: what is printed, and its fields, in the order in which they were added. */
  readonly #document: Element;
  #page: Element | null = null;

  constructor(information: FormInformation) {
    super(information, true);
    this.#document = this.kit.struct("Document");
    this.kit.addStructure(this.#document);
    this.kit.info.Keywords = information.keywords;
    this.kit.addNamedJavaScript("augenblock", information.script);
    this.#font = embedded(this.kit, codedFont(information.fonts.regular.bytes));
    this.#withFont(() => this.kit.initForm());
    const { data } = this.kit._root.data.AcroForm as {
      data: { NeedAppearances?: boolean; CO?: Reference[] };
    };
    // Every field has its appearance.
    delete data.NeedAppearances;
    data.CO = this.#calculated;
  }

  override addPage(size: Size): void {
    this.#page?.end();
    super.addPage(size);
    // The tab key follows the elements (ISO 32000-1, 12.5.1).
    Object.assign(this.kit.page.dictionary.data as object, { Tabs: "S" });
    this.#page = this.kit.struct("Sect");
    this.#document.add(this.#page);
  }

  override finish(): Promise<Uint8Array> {
    this.#page?.end();
    this.#document.end();
    return super.finish();
  }

  override text(line: TextLine): void {
    const content = this.kit.markStructureContent("P");
    super.text(line);
    this.kit.endMarkedContent();
    this.#page?.add(this.kit.struct("P", {}, [content]));
  }

  override line(line: Parameters<PdfDocument["line"]>[0]): void {
    this.#unread(() => super.line(line));
  }

  override fill(area: Parameters<PdfDocument["fill"]>[0]): void {
    this.#unread(() => super.fill(area));
  }

  override modules(area: Parameters<PdfDocument["modules"]>[0]): void {
    this.#unread(() => super.modules(area));
  }

  override shapes(...drawing: Parameters<PdfDocument["shapes"]>): void {
    this.#unread(() => super.shapes(...drawing));
  }

  override picture(area: Parameters<PdfDocument["picture"]>[0]): void {
    this.#unread(() => super.picture(area));
  }

  /** Draws an artifact, which screen readers skip. */
  #unread(draw: () => void): void {
    this.kit.markContent("Artifact", { type: "Layout" });
    draw();
    this.kit.endMarkedContent();
  }

  /** pdfkit takes the font of forms from the current font. */
  #withFont<T>(make: () => T): T {
    const open = this.kit._font;
    this.kit._font = { id: FONT_NAME, name: FONT_NAME, ref: () => this.#font };
    const made = make();
    this.kit._font = open;
    return made;
  }

  textField(field: TextField): void {
    const { tip, align, sizePt, longest, upwards = false, locked = false, scripts = {} } = field;
    const { keystroke: K, validate: V, calculate: C } = scripts;
    const actions = Object.entries({ K, V, C }).flatMap(([key, text]) =>
      text === undefined ? [] : [[key, this.#script(text)] as const],
    );
    const reference = this.#add(field, {
      FT: "Tx",
      TU: words(tip),
      MaxLen: longest,
      Q: { left: 0, centre: 1, right: 2 }[align],
      DA: words(`/${FONT_NAME} ${sizePt} Tf 0 g`),
      Ff: NOT_SPELLED | (locked ? LOCKED : 0),
      AP: { N: this.#blank(field, upwards) },
      ...(upwards ? { MK: { R: 90 } } : {}),
      ...(actions.length === 0 ? {} : { AA: Object.fromEntries(actions) }),
    });
    if (C !== undefined) this.#calculated.push(reference);
  }

  checkBox(field: FieldPlace): void {
    this.#add(field, {
      FT: "Btn",
      TU: words(field.tip),
      V: "Off",
      AS: "Off",
      // The sign that viewers show which draw it themselves: a cross of the dingbats.
      MK: { CA: words("8") },
      AP: { N: { [TICK_NAME]: this.#tick(field), Off: this.#blank(field, false) } },
    });
  }

  /** Adds an invisible, read-only field. */
  hiddenField(path: readonly string[], value: string): void {
    const place = { path, tip: "", xMm: 0, yMm: 0, widthMm: 0, heightMm: 0 };
    this.#add(place, { FT: "Tx", V: words(value), Ff: LOCKED, F: HIDDEN });
  }

  #add({ path, tip, xMm, yMm, widthMm, heightMm }: FieldPlace, entries: Record<string, unknown>): Reference {
    const parent = this.#group(path.slice(0, -1));
    // A hidden field has no tooltip, and no element.
    const element = tip === "" ? null : this.kit.struct("Form", { alt: tip });
    this.kit.annotate(xMm * PT_PER_MM, yMm * PT_PER_MM, widthMm * PT_PER_MM, heightMm * PT_PER_MM, {
      Subtype: "Widget",
      F: PRINTED,
      T: words(path.at(-1) ?? ""),
      ...(parent === null ? {} : { Parent: parent }),
      ...(element === null ? {} : { structParent: element }),
      ...entries,
    } as unknown as PDFKit.Mixins.AnnotationOption);
    const reference: Reference = this.kit.page.annotations.at(-1);
    this.kit._addToParent(reference);
    if (element !== null) {
      this.#page?.add(element);
      element.end();
    }
    return reference;
  }

  /** The parent of fields whose names begin alike. */
  #group(path: readonly string[]): Reference | null {
    if (path.length === 0) return null;
    return this.#once(`group ${path.join(".")}`, () => {
      const parent = this.#group(path.slice(0, -1));
      const options = parent === null ? {} : { parent };
      return this.#withFont(() => this.kit.formField(path.at(-1) ?? "", options));
    });
  }

  #script(text: string): Reference {
    return this.#once(`script ${text}`, () => this.kit.writeObject({ S: "JavaScript", JS: words(text) }));
  }

  /** Nothing, for a field of this size. */
  #blank(field: FieldPlace, upwards: boolean): Reference {
    const [width, height] = toPtSize(field);
    return this.#appearance(`${width} ${height} ${upwards}`, "/Tx BMC EMC", {
      BBox: upwards ? [0, 0, height, width] : [0, 0, width, height],
      ...(upwards ? { Matrix: [0, 1, -1, 0, width, 0] } : {}),
      Resources: { Font: { [FONT_NAME]: this.#font } },
    });
  }

  /** A cross from corner to corner, as one makes with a pen. */
  #tick(field: FieldPlace): Reference {
    const [width, height] = toPtSize(field);
    const [left, right] = [width * 0.22, width * 0.78];
    const [low, high] = [height * 0.22, height * 0.78];
    const lines = `${left} ${low} m ${right} ${high} l ${left} ${high} m ${right} ${low} l S`;
    const content = `q 0 G ${width * 0.12} w 1 J ${lines} Q`;
    return this.#appearance(`tick ${width} ${height}`, content, { BBox: [0, 0, width, height] });
  }

  #appearance(key: string, content: string, more: object): Reference {
    const entries = { Type: "XObject", Subtype: "Form", ...more };
    return this.#once(key, () => this.kit.writeObject(entries, latin1Bytes(content)));
  }

  #once(key: string, make: () => Reference): Reference {
    const made = this.#shared.get(key) ?? make();
    this.#shared.set(key, made);
    return made;
  }
}

function toPtSize({ widthMm, heightMm }: FieldPlace): [width: number, height: number] {
  const round = (mm: number) => Math.round(mm * PT_PER_MM * 100) / 100;
  return [round(widthMm), round(heightMm)];
}

/** pdfkit takes a plain string for a name and an object for text. */
function words(text: string): object {
  return new String(text);
}

/** Writes a font into the file as a simple one (ISO 32000-1, 9.6.3), with which viewers can write themselves. */
function embedded(kit: Kit, font: CodedFont): Reference {
  const name = `AUGENB+${font.name}`;
  const NOT_SYMBOLS = 32;
  const descriptor = {
    Type: "FontDescriptor",
    FontName: name,
    Flags: NOT_SYMBOLS,
    FontBBox: [...font.box],
    ItalicAngle: 0,
    Ascent: font.ascent,
    Descent: font.descent,
    CapHeight: font.capHeight,
    StemV: 80,
    FontFile2: kit.writeObject({ Length1: font.bytes.length }, font.bytes),
  };
  const FIRST_CODE = 32;
  return kit.writeObject({
    Type: "Font",
    Subtype: "TrueType",
    BaseFont: name,
    FirstChar: FIRST_CODE,
    LastChar: FIRST_CODE + font.widths.length - 1,
    Widths: [...font.widths],
    FontDescriptor: kit.writeObject(descriptor),
    Encoding: "WinAnsiEncoding",
  });
}
