"""The properties that the XMP specification defines, and the types of their values. PDF/A-1 uses the XMP specification
of 2004. Later parts of PDF/A use the XMP specification of 2005."""

# A line without indentation is a namespace. Each indented line below a namespace lists a type and the properties of
# this type. `bag`, `seq` and `alt` are arrays, followed by the type of their items. The content of a `structure` is not
# checked.
COMMON = """
http://purl.org/dc/elements/1.1/
    bag text: contributor language publisher relation subject type
    text: coverage format identifier source
    seq text: creator
    seq date: date
    lang: description rights title
http://ns.adobe.com/xap/1.0/
    bag text: Advisory Identifier
    text: BaseURL CreatorTool Nickname
    date: CreateDate MetadataDate ModifyDate
    alt structure: Thumbnails
http://ns.adobe.com/xap/1.0/rights/
    text: Certificate WebStatement
    boolean: Marked
    bag text: Owner
    lang: UsageTerms
http://ns.adobe.com/xap/1.0/mm/
    structure: DerivedFrom ManagedFrom RenditionOf
    text: DocumentID InstanceID LastURL ManageTo ManageUI Manager ManagerVariant RenditionClass RenditionParams VersionID
    seq structure: History Versions
    integer: SaveID
http://ns.adobe.com/xap/1.0/bj/
    bag structure: JobRef
http://ns.adobe.com/xap/1.0/t/pg/
    structure: MaxPageSize
    integer: NPages
http://ns.adobe.com/pdf/1.3/
    text: Keywords PDFVersion Producer
http://ns.adobe.com/photoshop/1.0/
    text: AuthorsPosition CaptionWriter Category City Country Credit Headline Instructions Source State TransmissionReference
    date: DateCreated
    integer: Urgency
http://ns.adobe.com/tiff/1.0/
    integer: Compression ImageLength ImageWidth Orientation PhotometricInterpretation PlanarConfiguration ResolutionUnit
    integer: SamplesPerPixel YCbCrPositioning
    seq integer: BitsPerSample TransferFunction YCbCrSubSampling
    rational: XResolution YResolution
    seq rational: PrimaryChromaticities ReferenceBlackWhite WhitePoint YCbCrCoefficients
    date: DateTime
    lang: Copyright ImageDescription
    text: Artist Make Model Software
http://ns.adobe.com/exif/1.0/
    text: ExifVersion FlashpixVersion GPSAreaInformation GPSDestBearingRef GPSDestDistanceRef GPSDestLatitude GPSDestLongitude
    text: GPSImgDirectionRef GPSLatitude GPSLongitude GPSMapDatum GPSMeasureMode GPSProcessingMethod GPSSatellites
    text: GPSSpeedRef GPSStatus GPSTrackRef GPSVersionID ImageUniqueID RelatedSoundFile SpectralSensitivity
    integer: ColorSpace Contrast CustomRendered ExposureMode ExposureProgram FileSource FocalLengthIn35mmFilm
    integer: FocalPlaneResolutionUnit GainControl GPSAltitudeRef GPSDifferential LightSource MeteringMode PixelXDimension
    integer: PixelYDimension Saturation SceneCaptureType SceneType SensingMethod Sharpness SubjectDistanceRange WhiteBalance
    seq integer: ComponentsConfiguration ISOSpeedRatings SubjectArea SubjectLocation
    rational: ApertureValue BrightnessValue CompressedBitsPerPixel DigitalZoomRatio ExposureBiasValue ExposureIndex
    rational: ExposureTime FlashEnergy FNumber FocalLength FocalPlaneXResolution FocalPlaneYResolution GPSAltitude
    rational: GPSDestBearing GPSDestDistance GPSDOP GPSImgDirection GPSSpeed GPSTrack MaxApertureValue ShutterSpeedValue
    rational: SubjectDistance
    date: DateTimeDigitized DateTimeOriginal GPSTimeStamp
    lang: UserComment
    structure: CFAPattern DeviceSettingDescription Flash OECF SpatialFrequencyResponse
http://www.aiim.org/pdfa/ns/id/
    integer: part
    text: amd conformance corr
http://www.aiim.org/pdfa/ns/extension/
    bag structure: schemas
"""
# Properties of the edition of 2004 that are missing or have another type in the edition of 2005.
OLD = """
http://ns.adobe.com/photoshop/1.0/
    text: SupplementalCategories
http://ns.adobe.com/exif/1.0/
    text: MakerNote
    integer: GPSMeasureMode
"""
# Properties that the edition of 2005 adds.
NEW = """
http://ns.adobe.com/xap/1.0/
    text: Label
    real: Rating
http://ns.adobe.com/xap/1.0/t/pg/
    seq structure: Colorants
    bag structure: Fonts
    seq text: PlateNames
http://ns.adobe.com/photoshop/1.0/
    bag text: SupplementalCategories
http://ns.adobe.com/xmp/1.0/DynamicMedia/
    text: absPeakAudioFilePath album altTapeName artist audioChannelType audioCompressor audioSampleType composer copyright
    text: engineer genre instrument key logComment pullDown relativePeakAudioFilePath scaleType scene shotLocation shotName
    text: speakerPlacement stretchMode tapeName timeSignature videoAlphaMode videoColorSpace videoCompressor videoFieldOrder
    text: videoFrameRate videoPixelDepth
    structure: altTimecode beatSpliceParams duration introTime outCue projectRef relativeTimestamp resampleParams
    structure: startTimecode timeScaleParams videoAlphaPremultipleColor videoFrameSize
    integer: audioSampleRate trackNumber
    boolean: loop videoAlphaUnityIsTransparent
    rational: fileDataRate videoPixelAspectRatio
    real: numberOfBeats tempo
    date: audioModDate metadataModDate releaseDate shotDate videoModDate
    seq structure: markers
    bag structure: contributedMedia
http://ns.adobe.com/camera-raw-settings/1.0/
    boolean: AutoBrightness AutoContrast AutoExposure AutoShadows HasCrop HasSettings
    integer: BlueHue BlueSaturation Brightness ChromaticAberrationB ChromaticAberrationR ColorNoiseReduction Contrast
    integer: CropUnits GreenHue GreenSaturation LuminanceSmoothing RedHue RedSaturation Saturation Shadows ShadowTint
    integer: Sharpness Temperature Tint VignetteAmount VignetteMidpoint
    real: CropAngle CropBottom CropHeight CropLeft CropRight CropTop CropWidth Exposure
    text: CameraProfile RawFileName ToneCurveName Version WhiteBalance
    seq text: ToneCurve
http://ns.adobe.com/exif/1.0/aux/
    text: Lens SerialNumber
"""


def types_of(part: int) -> dict[str, str]:
    """Returns the types of the properties. The name of a property has the form `{namespace}local`."""
    found: dict[str, str] = {}
    space = ''
    for line in (COMMON + (OLD if part == 1 else NEW)).splitlines():
        kind, is_row, names = line.strip().partition(': ')
        if is_row:
            found.update({f'{{{space}}}{name}': kind for name in names.split()})
        else:
            space = line.strip()
    return found
