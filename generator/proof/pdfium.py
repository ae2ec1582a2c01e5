"""PDFium's functions, ready to call: the one door to the foreign reader.

The shared library of pypdfium2 is opened by itself: its generated bindings take 80 ms to import
and return an object for each pointer, where proof calls some 100,000 times and wants plain numbers.
Names and arguments are those of PDFium's public headers (fpdfview, fpdf_edit, fpdf_text,
fpdf_transformpage, fpdf_ext, fpdf_doc, fpdf_annot, fpdf_formfill, fpdf_flatten). Lengths there are
in points, y upwards.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from ctypes import c_char_p, c_float, c_int, c_ulong, c_void_p
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

Call = Callable[..., Any]

TEXT, PATH, IMAGE, SHADING, FORM = 1, 2, 3, 4, 5
"""Kinds of page objects (FPDF_PAGEOBJ_*)."""

_P, _I, _F = c_void_p, c_int, c_float

_SIGNATURES: dict[str, tuple[Any, ...]] = {
    # name: (result, arguments...)
    "FPDF_InitLibrary": (None,),
    "FPDF_LoadDocument": (_P, c_char_p, c_char_p),
    "FPDF_LoadMemDocument": (_P, c_char_p, _I, c_char_p),
    "FPDF_GetLastError": (c_ulong,),
    "FPDF_CloseDocument": (None, _P),
    "FPDF_GetPageCount": (_I, _P),
    "FPDF_GetSecurityHandlerRevision": (_I, _P),
    "FPDF_DocumentHasValidCrossReferenceTable": (_I, _P),
    "FPDF_GetMetaText": (c_ulong, _P, c_char_p, _P, c_ulong),
    "FPDF_VIEWERREF_GetDuplex": (_I, _P),
    "FPDF_VIEWERREF_GetPrintScaling": (_I, _P),
    "FPDF_LoadPage": (_P, _P, _I),
    "FPDF_ClosePage": (None, _P),
    "FPDFPage_GetMediaBox": (_I, _P, _P, _P, _P, _P),
    "FPDFPage_GetCropBox": (_I, _P, _P, _P, _P, _P),
    "FPDFPage_GetTrimBox": (_I, _P, _P, _P, _P, _P),
    "FPDFPage_GetBleedBox": (_I, _P, _P, _P, _P, _P),
    "FPDFPage_GetRotation": (_I, _P),
    "FPDFPage_GetAnnotCount": (_I, _P),
    "FPDFPage_CountObjects": (_I, _P),
    "FPDFPage_GetObject": (_P, _P, _I),
    "FPDFFormObj_CountObjects": (_I, _P),
    "FPDFFormObj_GetObject": (_P, _P, c_ulong),
    "FPDFPageObj_GetType": (_I, _P),
    "FPDFPageObj_GetMatrix": (_I, _P, _P),
    "FPDFPageObj_GetBounds": (_I, _P, _P, _P, _P, _P),
    "FPDFPageObj_GetRotatedBounds": (_I, _P, _P),
    "FPDFPageObj_GetFillColor": (_I, _P, _P, _P, _P, _P),
    "FPDFPageObj_GetStrokeColor": (_I, _P, _P, _P, _P, _P),
    "FPDFPageObj_GetStrokeWidth": (_I, _P, _P),
    "FPDFPageObj_GetDashCount": (_I, _P),
    "FPDFPageObj_GetDashArray": (_I, _P, _P, ctypes.c_size_t),
    "FPDFPageObj_GetLineCap": (_I, _P),
    "FPDFPageObj_GetLineJoin": (_I, _P),
    "FPDFPageObj_HasTransparency": (_I, _P),
    "FPDFPageObj_CountMarks": (_I, _P),
    "FPDFPageObj_GetMark": (_P, _P, c_ulong),
    "FPDFPageObjMark_GetName": (_I, _P, _P, c_ulong, _P),
    "FPDFPageObj_GetClipPath": (_P, _P),
    "FPDFClipPath_CountPaths": (_I, _P),
    "FPDFClipPath_CountPathSegments": (_I, _P, _I),
    "FPDFClipPath_GetPathSegment": (_P, _P, _I, _I),
    "FPDFPath_GetDrawMode": (_I, _P, _P, _P),
    "FPDFPath_CountSegments": (_I, _P),
    "FPDFPath_GetPathSegment": (_P, _P, _I),
    "FPDFPathSegment_GetPoint": (_I, _P, _P, _P),
    "FPDFPathSegment_GetType": (_I, _P),
    "FPDFImageObj_GetImagePixelSize": (_I, _P, _P, _P),
    "FPDFImageObj_GetImageDataRaw": (c_ulong, _P, _P, c_ulong),
    "FPDFImageObj_GetImageDataDecoded": (c_ulong, _P, _P, c_ulong),
    "FPDFImageObj_GetRenderedBitmap": (_P, _P, _P, _P),
    "FPDFBitmap_Create": (_P, _I, _I, _I),
    "FPDFBitmap_FillRect": (_I, _P, _I, _I, _I, _I, c_ulong),
    "FPDF_RenderPageBitmap": (None, _P, _P, _I, _I, _I, _I, _I, _I),
    "FPDFBitmap_GetFormat": (_I, _P),
    "FPDFBitmap_GetBuffer": (_P, _P),
    "FPDFBitmap_GetStride": (_I, _P),
    "FPDFBitmap_GetHeight": (_I, _P),
    "FPDFBitmap_Destroy": (None, _P),
    "FPDFText_LoadPage": (_P, _P),
    "FPDFText_ClosePage": (None, _P),
    "FPDFText_CountChars": (_I, _P),
    "FPDFText_GetText": (_I, _P, _I, _I, _P),
    "FPDFText_GetUnicode": (ctypes.c_uint, _P, _I),
    "FPDFText_GetTextObject": (_P, _P, _I),
    "FPDFText_GetCharOrigin": (_I, _P, _I, _P, _P),
    "FPDFText_GetCharBox": (_I, _P, _I, _P, _P, _P, _P),
    "FPDFTextObj_GetText": (c_ulong, _P, _P, _P, c_ulong),
    "FPDFTextObj_GetFontSize": (_I, _P, _P),
    "FPDFTextObj_GetTextRenderMode": (_I, _P),
    "FPDFTextObj_GetFont": (_P, _P),
    "FPDFFont_GetBaseFontName": (ctypes.c_size_t, _P, _P, ctypes.c_size_t),
    "FPDFFont_GetIsEmbedded": (_I, _P),
    # links and outline
    "FPDFLink_Enumerate": (_I, _P, _P, _P),
    "FPDFLink_GetAnnotRect": (_I, _P, _P),
    "FPDFLink_GetDest": (_P, _P, _P),
    "FPDFLink_GetAction": (_P, _P),
    "FPDFAction_GetType": (c_ulong, _P),
    "FPDFAction_GetURIPath": (c_ulong, _P, _P, _P, c_ulong),
    "FPDFDest_GetDestPageIndex": (_I, _P, _P),
    "FPDFDest_GetLocationInPage": (_I, _P, _P, _P, _P, _P, _P, _P),
    "FPDFBookmark_GetFirstChild": (_P, _P, _P),
    "FPDFBookmark_GetNextSibling": (_P, _P, _P),
    "FPDFBookmark_GetTitle": (c_ulong, _P, _P, c_ulong),
    "FPDFBookmark_GetDest": (_P, _P, _P),
    # forms: fields, what stands in them, typing
    "FPDF_GetFormType": (_I, _P),
    "FPDFDOC_InitFormFillEnvironment": (_P, _P, _P),
    "FPDFDOC_ExitFormFillEnvironment": (None, _P),
    "FPDFPage_Flatten": (_I, _P, _I),
    "FPDFPage_GetAnnot": (_P, _P, _I),
    "FPDFPage_CloseAnnot": (None, _P),
    "FPDFAnnot_GetSubtype": (_I, _P),
    "FPDFAnnot_GetRect": (_I, _P, _P),
    "FPDFAnnot_GetFlags": (_I, _P),
    "FPDFAnnot_GetNumberValue": (_I, _P, c_char_p, _P),
    "FPDFAnnot_GetStringValue": (c_ulong, _P, c_char_p, _P, c_ulong),
    "FPDFAnnot_GetFormFieldName": (c_ulong, _P, _P, _P, c_ulong),
    "FPDFAnnot_GetFormFieldType": (_I, _P, _P),
    "FPDFAnnot_GetFormFieldValue": (c_ulong, _P, _P, _P, c_ulong),
    "FPDFAnnot_GetFormFieldAlternateName": (c_ulong, _P, _P, _P, c_ulong),
    "FPDFAnnot_GetFormFieldFlags": (_I, _P, _P),
    "FORM_OnAfterLoadPage": (None, _P, _P),
    "FORM_OnBeforeClosePage": (None, _P, _P),
    "FORM_SetFocusedAnnot": (_I, _P, _P),
    "FORM_SelectAllText": (_I, _P, _P),
    "FORM_ReplaceSelection": (None, _P, _P, _P),
    "FORM_ForceToKillFocus": (_I, _P),
    # taking objects out of a copy of a page
    "FPDFPage_RemoveObject": (_I, _P, _P),
    "FPDFFormObj_RemoveObject": (_I, _P, _P),
    "FPDFPageObj_Destroy": (None, _P),
}


class Pdfium:
    """The functions by their short names: `FPDFPageObj_GetType` is `PageObj_GetType`.

    Calls keep the interpreter's lock: PDFium is not made for threads, and most calls are shorter
    than handing the lock over.
    """

    def __init__(self, library: ctypes.PyDLL) -> None:
        for name, (result, *arguments) in _SIGNATURES.items():
            call = library[name]
            call.restype, call.argtypes = result, arguments
            setattr(self, name.removeprefix("FPDF").removeprefix("_"), call)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Call: ...


@cache
def pdfium() -> Pdfium:
    """The library, opened and initialised once a process.

    Raises ImportError where pypdfium2 is not installed.
    """
    calls = Pdfium(ctypes.PyDLL(_shared_library()))
    calls.InitLibrary()
    return calls


def _shared_library() -> str:
    """The file that pypdfium2 brings; where it lies elsewhere, its bindings are asked."""
    spec = find_spec("pypdfium2_raw")
    if spec is None:
        raise ImportError("proof reads files back with pypdfium2, which is not installed")
    windows, mac = sys.platform.startswith(("win32", "cygwin")), sys.platform == "darwin"
    name = "pdfium.dll" if windows else "libpdfium.dylib" if mac else "libpdfium.so"
    for folder in spec.submodule_search_locations or ():
        if (path := Path(folder) / name).is_file():
            return str(path)
    bindings = import_module("pypdfium2_raw.bindings")  # 40 ms, and hardly ever needed
    found: str = bindings._libs["pdfium"]._name
    return found
