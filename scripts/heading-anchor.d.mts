export declare class HeadingAnchors {
  take(heading: string): string;
}
export declare function headingAnchor(heading: string): string;
